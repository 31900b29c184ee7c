import { compareText } from "../core/order.ts";
import { parentOf } from "../core/paths.ts";
import { quote } from "../core/show.ts";
import { type ArchiveCode, archiveLimits } from "../model/archive.ts";
import type { LeftOut, LeftOutReason } from "../model/left-out.ts";
import { manifestName } from "../model/manifest.ts";
import type { FileEntry, Listing } from "../model/source.ts";
import type { AuthorsWord } from "./ignore-file.ts";
import { junkReason } from "./junk.ts";

/** A file that goes into the archive. */
export interface SelectedFile {
  readonly path: string;
  /** Where it stands in the skill's directory, no link on the way there; `path` itself but for what a link leads to. */
  readonly from: string;
  readonly size: number;
  readonly executable: boolean;
}

/** What may neither go in nor be left out in silence. */
export interface RefusedFile {
  readonly code: ArchiveCode;
  readonly message: string;
  /** From the skill's root; empty where the whole skill is meant. */
  readonly path: string;
}

export interface Selection {
  readonly files: readonly SelectedFile[];
  /** Without what lies below a directory that stays out. */
  readonly leftOut: readonly LeftOut[];
  readonly refused: readonly RefusedFile[];
}

interface SelectOptions {
  /** What the .skillignore says; it has the last word, but for SKILL.md and the manifest. */
  readonly authorsWord: AuthorsWord;
  /** Where a link inside the skill leads, as a path from its root; undefined where links are refused. */
  readonly linkedPath?: (path: string) => string | undefined;
}

/** What of a skill's directory goes into its archive, what stays out and why, and what stands in the way. */
export function selectFiles(
  { entries, unread }: Listing,
  { authorsWord, linkedPath }: SelectOptions,
): Selection {
  const environments = new Set(
    entries.flatMap(({ path }) => (path.endsWith("/pyvenv.cfg") ? [parentOf(path)] : [])),
  );
  const reasonFor = (entry: FileEntry): LeftOutReason | undefined =>
    environments.has(entry.path) ? "installed" : leaveOut(authorsWord)(entry);
  const { kept, leftOut } = divide(entries, reasonFor);
  const plain = kept.flatMap((entry) =>
    entry.kind === "file"
      ? [{ path: entry.path, from: entry.path, size: entry.size, executable: entry.executable }]
      : [],
  );
  const links = kept.filter(({ kind }) => kind === "symlink");
  const followed = linkedPath
    ? materialise(links, kept, plain, linkedPath)
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

/** Why one entry stays out, whatever stands above it. */
export function leaveOut(
  authorsWord: AuthorsWord,
): (entry: Pick<FileEntry, "path" | "kind">) => LeftOutReason | undefined {
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
  // A directory sorts before what is in it.
  for (const entry of entries) {
    const reason = closed.has(parentOf(entry.path)) ? "below" : reasonFor(entry);
    if (reason === undefined) kept.push(entry);
    else if (entry.kind === "directory") closed.add(entry.path);
    if (reason !== undefined && reason !== "below")
      leftOut.push({ path: entry.path, directory: entry.kind === "directory", reason });
  }
  return { kept, leftOut };
}

/** `entries` are all that there are, and something in each directory that nobody could look into. */
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
    message: `${quote(path)} is a symbolic link to ${quote(link?.target ?? "")}, expected a regular file`,
  };
}

/** A name that is not UTF-8 has lone surrogates in the place of its other bytes. */
function refuseOther({ path }: FileEntry): RefusedFile {
  if (/\p{Cs}/u.test(path))
    return { code: "name-utf8", path, message: `the name ${quote(path)} is not UTF-8` };
  return {
    code: "type",
    path,
    message: `${quote(path)} is a FIFO, a socket or a device, expected a regular file`,
  };
}

interface Materialised {
  readonly files: readonly SelectedFile[];
  readonly refused: readonly RefusedFile[];
}

/**
 * The files that links within the skill stand for, each under the link's own path. A link is refused that leads anywhere else,
 * to what stays out, into itself, or to a directory with links of its own. `kept` is what does not stay out, `files` the plain files of it.
 */
function materialise(
  links: readonly FileEntry[],
  kept: readonly FileEntry[],
  files: readonly SelectedFile[],
  linkedPath: (path: string) => string | undefined,
): Materialised {
  const made: SelectedFile[] = [];
  const refused: RefusedFile[] = [];
  const places = whatLiesAt(kept);
  const byPath = new Map(files.map((file) => [file.path, file]));
  for (const link of links) {
    const target =
      link.link?.leads === "file" || link.link?.leads === "directory" ? linkedPath(link.path) : undefined;
    const problem = target === undefined ? whereItLeads(link) : whyNot(link, target, places);
    if (target === undefined || problem !== undefined) {
      refused.push({
        code: "type",
        path: link.path,
        message: `${quote(link.path)} is a symbolic link that leads ${problem}`,
      });
      continue;
    }
    for (const { path } of places.get(target)!) {
      const file = byPath.get(path);
      if (file) made.push({ ...file, path: link.path + path.slice(target.length) });
    }
    // A directory of many files with many links to it: the number of files is refused by whoever counts them.
    if (files.length + made.length > archiveLimits.entries) break;
  }
  return { files: made, refused };
}

/** By path, the entry itself and all that is below it. */
function whatLiesAt(kept: readonly FileEntry[]): ReadonlyMap<string, readonly FileEntry[]> {
  const places = new Map<string, FileEntry[]>(kept.map((entry) => [entry.path, [entry]]));
  for (const entry of kept)
    for (let above = parentOf(entry.path); above !== ""; above = parentOf(above))
      places.get(above)?.push(entry);
  return places;
}

function whereItLeads({ link }: FileEntry): string {
  const places = {
    file: "nowhere",
    directory: "nowhere",
    nowhere: "nowhere",
    outside: "out of the skill",
    other: "to a FIFO, a socket or a device",
  } as const;
  return places[link?.leads ?? "nowhere"];
}

function whyNot(
  { path }: FileEntry,
  target: string,
  places: ReadonlyMap<string, readonly FileEntry[]>,
): string | undefined {
  if (target === "" || path.startsWith(`${target}/`)) return "to a directory that it stands in itself";
  const there = places.get(target);
  if (!there) return `to ${quote(target)}, which stays out`;
  const nested = there.find(({ kind }) => kind !== "file" && kind !== "directory");
  return nested && `to a directory with ${quote(nested.path)} in it, which is no regular file`;
}
