import { findSkills } from "../../archive/find-skills.ts";
import { openArchive } from "../../archive/open-archive.ts";
import type { ArchiveContents, ArchivedSkill } from "../../model/archive.ts";
import { joinLabel } from "../../core/paths.ts";
import { holdAgainstManifest, type HeldFiles } from "./held-files.ts";

/** A skill of an archive that was opened, held against the manifest in it. */
export interface OpenedSkill extends HeldFiles {
  readonly contents: ArchiveContents;
  readonly skill: ArchivedSkill;
  /** No other is in the archive. */
  readonly alone: boolean;
}

/**
 * Opens an archive of one skill, or of several with a directory each, as a stranger's. Throws an ArchiveRefused at the first reason
 * not to take it, whichever skill it is in; what it means that files differ from the manifest is for the caller to say.
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

/** What a report calls the skill: the archive's path, and where others are in it too, its directory behind that. */
export function labelOf(
  { alone, skill: { directory = "" } }: Pick<OpenedSkill, "alone" | "skill">,
  archive: string,
): string {
  return alone ? archive : joinLabel(archive, directory);
}

/** `skills pack` puts no two skills into one archive, and a note on a file is of the skill that holds it. */
function asShared(contents: ArchiveContents, { directory = "" }: ArchivedSkill): ArchiveContents {
  const notes = contents.notes.filter(
    ({ entry }) => entry === undefined || entry.startsWith(`${directory}/`),
  );
  return { ...contents, profile: "foreign", notes };
}
