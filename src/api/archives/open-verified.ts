import { findSkills } from "../../archive/find-skills.ts";
import { openArchive } from "../../archive/open-archive.ts";
import type { ArchiveContents, ArchivedSkill } from "../../model/archive.ts";
import { joinLabel } from "../../core/paths.ts";
import { quote } from "../../core/show.ts";
import type { LeftOut } from "../../model/left-out.ts";
import { contentsBelow, withoutJunk, withoutJunkOutside } from "./archive-part.ts";
import { checkAgainstManifest, type CheckedFiles } from "./checked-files.ts";

/** A skill of an opened archive, compared with the manifest in it. */
export interface OpenedSkill extends CheckedFiles {
  readonly contents: ArchiveContents;
  readonly skill: ArchivedSkill;
  /** Whether the archive contains no other skill. */
  readonly alone: boolean;
}

/** What to take from an archive; by default everything. */
export interface ArchivePart {
  /** Only what is below this directory. */
  readonly subdir?: string;
  /** Leave out the files that `skills pack` leaves out. */
  readonly ignoreJunk?: boolean;
}

/** A skill of a part of an archive. */
export interface OpenedPart extends OpenedSkill {
  /** The directory in the archive, if one was given. */
  readonly subdir?: string;
  /** Relative to the skill's root. */
  readonly leftOut: readonly LeftOut[];
  /** Whether nothing of the archive was left out. */
  readonly isWhole: boolean;
}

/**
 * Opens an untrusted archive of one skill, or of several with a directory each. Throws an ArchiveRefused at the first
 * reason to refuse it, in any skill. Differences from the manifest are left to the caller.
 */
export async function openVerified(bytes: Uint8Array): Promise<readonly OpenedSkill[]> {
  return skillsOf(await openArchive(bytes));
}

/**
 * Like `openVerified`, but takes only a part of the archive. The whole archive is checked nevertheless. Throws a
 * SkillsError if the archive does not contain the given directory.
 */
export async function openPart(
  bytes: Uint8Array,
  { subdir, ignoreJunk = false }: ArchivePart,
): Promise<readonly OpenedPart[]> {
  const whole = await openArchive(bytes);
  const below = subdir === undefined ? { contents: whole } : contentsBelow(whole, subdir);
  const found = ignoreJunk ? withoutJunkOutside(below.contents) : { kept: below.contents, leftOut: [] };
  const notes = found.leftOut.map(({ path }) => ({
    message: `outside the skill, not installed: ${quote(path)}`,
  }));
  const opened = skillsOf({ ...found.kept, notes: [...found.kept.notes, ...notes] });
  return opened.map((skill) => {
    const part = ignoreJunk ? withoutJunkInside(skill) : { ...skill, leftOut: [] };
    return {
      ...part,
      ...("subdir" in below && { subdir: below.subdir }),
      isWhole: subdir === undefined && found.leftOut.length === 0 && part.leftOut.length === 0,
    };
  });
}

function skillsOf(contents: ArchiveContents): readonly OpenedSkill[] {
  const skills = findSkills(contents);
  const alone = skills.length === 1;
  return skills.map((skill) => ({
    contents: alone ? contents : asShared(contents, skill),
    skill,
    alone,
    ...checkAgainstManifest(skill.files),
  }));
}

/** A junk file that the manifest lists stays: without it, the skill would differ from its manifest. */
function withoutJunkInside(opened: OpenedSkill): Omit<OpenedPart, "subdir" | "isWhole"> {
  const { skill, manifest } = opened;
  const listed = new Set(manifest?.resources.map(({ name }) => name));
  const { kept: files, leftOut } = withoutJunk(skill.files, (path) => !listed.has(path));
  if (leftOut.length === 0) return { ...opened, leftOut };
  return { ...opened, skill: { ...skill, files }, ...checkAgainstManifest(files), leftOut };
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
