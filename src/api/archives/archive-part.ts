import { SkillsError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import { parentOf } from "../../core/paths.ts";
import { quote } from "../../core/show.ts";
import type { ArchiveContents, FileBytes } from "../../model/archive.ts";
import type { LeftOut } from "../../model/left-out.ts";
import { junkReason } from "../../pack/junk.ts";

/** Maximum number of directories that are compared to suggest one. */
const comparedDirectories = 1_000;

export interface ContentsBelow {
  readonly contents: ArchiveContents;
  /** The directory in the archive. */
  readonly subdir: string;
}

/**
 * The contents below a directory of an archive. A skill there keeps its directory's name, and the only top-level
 * directory of an archive may be omitted. Throws a SkillsError ("not-found") if there is no such directory.
 */
export function contentsBelow(contents: ArchiveContents, subdir: string): ContentsBelow {
  const paths = [
    ...contents.files.map(({ path }) => path),
    ...contents.directories.map((path) => `${path}/`),
  ];
  const top = onlyTopOf(paths);
  const found = [subdir, ...(top === undefined ? [] : [`${top}/${subdir}`])].find((directory) =>
    paths.some((path) => path.startsWith(`${directory}/`)),
  );
  if (found === undefined) throw noDirectory(paths, subdir, top);
  const prefix = `${found}/`;
  const start = paths.includes(`${prefix}SKILL.md`) ? found.lastIndexOf("/") + 1 : prefix.length;
  const { comment, notes, ...rest } = contents;
  return {
    subdir: found,
    contents: {
      ...rest,
      profile: "foreign",
      files: contents.files
        .filter(({ path }) => path.startsWith(prefix))
        .map((file) => ({ ...file, path: file.path.slice(start) })),
      directories: contents.directories
        .filter((path) => path.startsWith(prefix))
        .map((path) => path.slice(start)),
      // The comment of `git archive` says where the name of the top-level directory comes from.
      ...(comment !== undefined && found === top && { comment }),
      notes: notes.filter(({ entry }) => entry === undefined || entry.startsWith(prefix)),
    },
  };
}

function onlyTopOf(paths: readonly string[]): string | undefined {
  const tops = new Set(paths.map((path) => (path.includes("/") ? path.slice(0, path.indexOf("/")) : "")));
  const [top] = tops;
  return tops.size === 1 && top !== "" ? top : undefined;
}

function noDirectory(paths: readonly string[], subdir: string, top: string | undefined): SkillsError {
  const skills = paths.filter((path) => path.endsWith("/SKILL.md")).map(parentOf);
  const names = skills.flatMap((path) =>
    top !== undefined && path.startsWith(`${top}/`) ? [path, path.slice(top.length + 1)] : [path],
  );
  const meant =
    nearest(subdir, names.slice(0, comparedDirectories)) ??
    (skills.length === 1 ? skills[0] : skills.find((path) => path.endsWith(`/${subdir}`)));
  return new SkillsError(
    "not-found",
    `there is no ${quote(subdir)} in the archive`,
    meant === undefined ? {} : { hint: `did you mean ${quote(meant)}?` },
  );
}

export interface WithoutJunk<Kept> {
  readonly kept: Kept;
  /** Relative to the root of what was given. */
  readonly leftOut: readonly LeftOut[];
}

/** Leaves out the junk that is in none of an archive's skills, such as the `__MACOSX` of Finder. */
export function withoutJunkOutside(contents: ArchiveContents): WithoutJunk<ArchiveContents> {
  const skills = new Set(
    contents.files.flatMap(({ path }) => (/^(?:[^/]+\/)?SKILL\.md$/.test(path) ? [parentOf(path)] : [])),
  );
  if (skills.has("")) return { kept: contents, leftOut: [] };
  const isOutside = (path: string): boolean => !skills.has(path.split("/", 1)[0] ?? "");
  const { kept: files, leftOut } = withoutJunk(contents.files, isOutside);
  const directories = contents.directories.filter((path) => !isOutside(path) || !junkIn(`${path}/`));
  const isWhole = leftOut.length === 0 && directories.length === contents.directories.length;
  return { kept: isWhole ? contents : { ...contents, profile: "foreign", files, directories }, leftOut };
}

/** Leaves out what `skills pack` would leave out of these files, judged by their names. */
export function withoutJunk(
  files: readonly FileBytes[],
  isConcerned: (path: string) => boolean = () => true,
): WithoutJunk<readonly FileBytes[]> {
  const kept: FileBytes[] = [];
  const leftOut = new Map<string, LeftOut>();
  for (const file of files) {
    const junk = isConcerned(file.path) ? junkIn(file.path) : undefined;
    if (junk) leftOut.set(junk.path, junk);
    else kept.push(file);
  }
  return { kept, leftOut: [...leftOut.values()] };
}

/** Whether `withoutJunk` leaves out the file. */
export function isJunk(path: string): boolean {
  return junkIn(path) !== undefined;
}

/** The topmost part of a path that is junk; the path of a directory ends in "/". */
function junkIn(path: string): LeftOut | undefined {
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
    const reason = junkReason(path.slice(0, end + 1));
    if (reason) return { path: path.slice(0, end), directory: true, reason };
  }
  const reason = path.endsWith("/") ? undefined : junkReason(path);
  return reason && { path, directory: false, reason };
}
