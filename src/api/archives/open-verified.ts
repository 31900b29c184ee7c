import { findSkills } from "../../archive/find-skills.ts";
import { openArchive } from "../../archive/open-archive.ts";
import type { ArchiveContents, ArchivedSkill } from "../../model/archive.ts";
import { joinLabel } from "../../core/paths.ts";
import { holdAgainstManifest, type HeldFiles } from "./held-files.ts";

/** A skill of an opened archive, compared with the manifest in it. */
export interface OpenedSkill extends HeldFiles {
  readonly contents: ArchiveContents;
  readonly skill: ArchivedSkill;
  /** Whether the archive contains no other skill. */
  readonly alone: boolean;
}

/**
 * Opens an untrusted archive of one skill, or of several with a directory each. Throws an ArchiveRefused at the first
 * reason to refuse it, in any skill. Differences from the manifest are left to the caller.
 */
export async function openVerified(bytes: Uint8Array): Promise<readonly OpenedSkill[]> {
  const contents = await openArchive(bytes);
  const skills = findSkills(contents);
  const alone = skills.length === 1;
  return skills.map((skill) => ({
    contents: alone ? contents : asShared(contents, skill),
    skill,
    alone,
    ...holdAgainstManifest(skill.files),
  }));
}

/** The skill's label in a report: the archive's path, followed by its directory if there are several skills. */
export function labelOf(
  { alone, skill: { directory = "" } }: Pick<OpenedSkill, "alone" | "skill">,
  archive: string,
): string {
  return alone ? archive : joinLabel(archive, directory);
}

/** Limits the notes to one skill: those on its files, and if it is the only skill, those without a file. */
function asShared(contents: ArchiveContents, { directory = "" }: ArchivedSkill): ArchiveContents {
  const notes = contents.notes.filter(
    ({ entry }) => entry === undefined || entry.startsWith(`${directory}/`),
  );
  return { ...contents, profile: "foreign", notes };
}
