import { compareText } from "../core/order.ts";
import { parentOf } from "../core/paths.ts";
import { quote } from "../core/show.ts";
import { type ArchiveCode, archiveLimits } from "../model/archive.ts";
import type { LeftOut, LeftOutReason } from "../model/left-out.ts";
import { manifestName } from "../model/manifest.ts";
import type { FileEntry, Listing } from "../model/source.ts";
import type { AuthorsWord } from "./ignore-file.ts";
import { junkReason } from "./junk.ts";

/** A file that will be packed. */
export interface SelectedFile {
  readonly path: string;
  /**
   * Path of the file in the skill's directory, with symlinks resolved; differs from `path` only for the target of a
   * symlink.
   */
  readonly from: string;
  readonly size: number;
  readonly executable: boolean;
}

/** A file that cannot be packed and must not be left out silently. */
export interface RefusedFile {
  readonly code: ArchiveCode;
  readonly message: string;
  /** Relative to the skill's root; empty for the skill as a whole. */
  readonly path: string;
}

export interface Selection {
  readonly files: readonly SelectedFile[];
  /** Does not list the content of directories that are left out. */
  readonly leftOut: readonly LeftOut[];
  readonly refused: readonly RefusedFile[];
}

/** Why an entry is left out, regardless of its parent directories; undefined if it is not. */
export type LeaveOut = (entry: Pick<FileEntry, "path" | "kind">) => LeftOutReason | undefined;

interface SelectOptions {
  readonly leave: LeaveOut;
  /** The target of a symlink inside the skill, relative to its root; undefined if symlinks are refused. */
  readonly linkedPath?: (path: string) => string | undefined;
}

/** The files of a skill's directory to pack, those left out with the reason, and those that prevent packing. */
export function selectFiles({ entries, unread }: Listing, { leave, linkedPath }: SelectOptions): Selection {
  const environments = new Set(
    entries.flatMap(({ path }) => (path.endsWith("/pyvenv.cfg") ? [parentOf(path)] : [])),
  );
  const reasonFor = (entry: FileEntry): LeftOutReason | undefined =>
    environments.has(entry.path) ? "installed" : leave(entry);
  const { kept, leftOut } = divide(entries, reasonFor);
  const plain = kept.flatMap((entry) =>
    entry.kind === "file"
      ? [{ path: entry.path, from: entry.path, size: entry.size, executable: entry.executable }]
      : [],
  );
  const links = kept.filter(({ kind }) => kind === "symlink");
  const followed = linkedPath
    ? materialize(links, kept, plain, linkedPath)
    : { files: [], refused: links.map(refuseLink) };
  return {
    files: [...plain, ...followed.files],
    leftOut: [
      ...leftOut,
      ...emptyDirectories(kept, [...entries, ...unread.map(({ path }) => ({ path: `${path}/` }))]),
    ].sort((a, b) => compareText(a.path, b.path)),
    refused: [...followed.refused, ...kept.filter(({ kind }) => kind === "other").map(refuseOther)],
  };
}

/** `authorsWord` are the patterns of .skillignore, which apply to every path except SKILL.md and the manifest. */
export function leaveOut(authorsWord: AuthorsWord): LeaveOut {
  return ({ path, kind }) => {
    if (path === "SKILL.md") return undefined;
    if (path === manifestName) return "manifest";
    const named = kind === "directory" ? `${path}/` : path;
    const word = authorsWord(named);
    if (word === "out") return "ignore-file";
    return word === "in" ? undefined : junkReason(named);
  };
}

function divide(
  entries: readonly FileEntry[],
  reasonFor: (entry: FileEntry) => LeftOutReason | undefined,
): { readonly kept: readonly FileEntry[]; readonly leftOut: readonly LeftOut[] } {
  const kept: FileEntry[] = [];
  const leftOut: LeftOut[] = [];
  const closed = new Set<string>();
  // The parent directory of an entry comes before it.
  for (const entry of entries) {
    const reason = closed.has(parentOf(entry.path)) ? "below" : reasonFor(entry);
    if (reason === undefined) kept.push(entry);
    else if (entry.kind === "directory") closed.add(entry.path);
    if (reason !== undefined && reason !== "below")
      leftOut.push({ path: entry.path, directory: entry.kind === "directory", reason });
  }
  return { kept, leftOut };
}

/** `entries` are all entries, plus one in each unreadable directory, which may not be empty. */
function emptyDirectories(
  kept: readonly FileEntry[],
  entries: readonly Pick<FileEntry, "path">[],
): readonly LeftOut[] {
  const filled = new Set(entries.map(({ path }) => parentOf(path)));
  return kept.flatMap(({ path, kind }) =>
    kind === "directory" && !filled.has(path) ? [{ path, directory: true, reason: "empty" as const }] : [],
  );
}

function refuseLink({ path, link }: FileEntry): RefusedFile {
  return {
    code: "type",
    path,
    message: `${quote(path)} is a symlink to ${quote(link?.target ?? "")}; replace it with a copy of its target`,
  };
}

/** A name that is not UTF-8 has lone surrogates for its invalid bytes. */
function refuseOther({ path }: FileEntry): RefusedFile {
  if (/\p{Cs}/u.test(path)) return { code: "name-utf8", path, message: `name ${quote(path)} is not UTF-8` };
  return {
    code: "type",
    path,
    message: `${quote(path)} is a FIFO, a socket or a device, not a regular file`,
  };
}

interface Materialized {
  readonly files: readonly SelectedFile[];
  readonly refused: readonly RefusedFile[];
}

/**
 * The files to which symlinks inside the skill point, each with the path of the symlink. A symlink is refused if its
 * target is outside the skill, left out, a parent of the symlink, or a directory that contains symlinks. `kept` are
 * the entries that are not left out, `files` the regular files among them.
 */
function materialize(
  links: readonly FileEntry[],
  kept: readonly FileEntry[],
  files: readonly SelectedFile[],
  linkedPath: (path: string) => string | undefined,
): Materialized {
  const made: SelectedFile[] = [];
  const refused: RefusedFile[] = [];
  const byDirectory = entriesBelow(kept);
  const byPath = new Map(files.map((file) => [file.path, file]));
  for (const link of links) {
    const target =
      link.link?.leads === "file" || link.link?.leads === "directory" ? linkedPath(link.path) : undefined;
    const problem = target === undefined ? unusableTarget(link) : whyNot(link, target, byDirectory);
    if (target === undefined || problem !== undefined) {
      refused.push({
        code: "type",
        path: link.path,
        message: `${quote(link.path)} is a symlink ${problem}`,
      });
      continue;
    }
    for (const { path } of byDirectory.get(target)!) {
      const file = byPath.get(path);
      if (file) made.push({ ...file, path: link.path + path.slice(target.length) });
    }
    // With many symlinks to a large directory, the caller refuses the number of files.
    if (files.length + made.length > archiveLimits.entries) break;
  }
  return { files: made, refused };
}

/** Every entry and all entries below it, by path. */
function entriesBelow(kept: readonly FileEntry[]): ReadonlyMap<string, readonly FileEntry[]> {
  const byDirectory = new Map<string, FileEntry[]>(kept.map((entry) => [entry.path, [entry]]));
  for (const entry of kept)
    for (let above = parentOf(entry.path); above !== ""; above = parentOf(above))
      byDirectory.get(above)?.push(entry);
  return byDirectory;
}

/** Why the target cannot be packed; continues a message after the symlink's path. */
function unusableTarget({ link }: FileEntry): string {
  const targets = {
    file: "without a target",
    directory: "without a target",
    nowhere: "without a target",
    outside: "to a target outside the skill",
    other: "to a FIFO, a socket or a device",
  } as const;
  return targets[link?.leads ?? "nowhere"];
}

function whyNot(
  { path }: FileEntry,
  target: string,
  byDirectory: ReadonlyMap<string, readonly FileEntry[]>,
): string | undefined {
  if (target === "" || path.startsWith(`${target}/`)) return "to a directory that contains it";
  const there = byDirectory.get(target);
  if (!there) return `to ${quote(target)}, which is left out`;
  const nested = there.find(({ kind }) => kind !== "file" && kind !== "directory");
  return nested && `to a directory that contains ${quote(nested.path)}, which is not a regular file`;
}
