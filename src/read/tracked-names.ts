import path from "node:path";
import { isDocumentNameInAnyCase } from "../model/document-name.ts";
import { entryKinds, type GitEntry } from "./git-entries.ts";
import type { Name } from "./listing-names.ts";

/** Facts about a directory that are known without reading it. */
export interface KnownDirectory {
  /** The entries that a search for skills needs; absent if the directory has to be read from disk. */
  readonly names: readonly Name[] | undefined;
  readonly directories?: ReadonlyMap<string, KnownDirectory>;
}

/** Returns the facts about a directory by its real path. */
export type KnownPlaces = (real: string) => KnownDirectory | undefined;

/**
 * Directory listings from git's index, for a search that need not read every directory. `unlike` contains the paths
 * that differ between the index and the disk, or exist only on disk: every directory above such a path is read from
 * disk, and all others are as in the index. What git does not track, such as an empty directory or a pipe, cannot be
 * a readable skill. Undefined if a path is not UTF-8.
 */
export function trackedNames(
  root: string,
  tree: TrackedTree | undefined,
  unlike: readonly string[],
): KnownPlaces | undefined {
  if (!tree || unlike.some((each) => each.includes("\ufffd"))) return undefined;
  for (const each of unlike) openWayTo(each, tree);
  return (real) => {
    const inner = path.relative(root, real);
    return inner === ""
      ? tree
      : inner
          .split(path.sep)
          .reduce<KnownDirectory | undefined>((above, name) => above?.directories?.get(name), tree);
  };
}

/** The directories of an index, for a single call of `trackedNames`. */
export interface TrackedTree extends KnownDirectory {
  names: Name[] | undefined;
  directories?: Map<string, TrackedTree>;
}

/** Undefined if a name is not UTF-8, is not a plain relative path, or occurs for more than one file. */
export function growTree(entries: readonly GitEntry[]): TrackedTree | undefined {
  const tree: TrackedTree = { names: [] };
  const byPath = new Map([["", tree]]);
  const unwatched: string[] = [];
  // Entries are sorted, so the next one is often in the same directory.
  let last = { above: "", directory: tree };
  for (const { name, mode, unwatched: isUnwatched } of entries) {
    const inner = decode(name);
    const kind = kindOf(mode);
    if (!inner || !kind) return undefined;
    const start = inner.lastIndexOf("/") + 1;
    if (start !== last.above.length || !inner.startsWith(last.above)) {
      const directory =
        start === 1 ? undefined : growDirectory(inner.slice(0, Math.max(0, start - 1)), byPath);
      if (!directory) return undefined;
      last = { above: inner.slice(0, start), directory };
    }
    if (isUnwatched) unwatched.push(inner);
    const text = inner.slice(start);
    if (kind !== "file" || text === ".gitignore" || isDocumentNameInAnyCase(text))
      last.directory.names?.push({ text, kind });
  }
  for (const each of unwatched) openWayTo(each, tree);
  return tree;
}

/** Marks every parent of a path as changed, and the path itself if it ends in "/", as that of a directory does. */
function openWayTo(inner: string, tree: TrackedTree): void {
  let directory: TrackedTree | undefined = tree;
  for (const name of inner.split("/")) {
    if (!directory) return;
    directory.names = undefined;
    directory = directory.directories?.get(name);
  }
}

/** Adds a directory and its missing parents; undefined for a path that git would never write. */
function growDirectory(inner: string, byPath: Map<string, TrackedTree>): TrackedTree | undefined {
  const known = byPath.get(inner);
  if (known) return known;
  const slash = inner.lastIndexOf("/");
  const text = inner.slice(slash + 1);
  const above =
    slash === 0 || text === "" || text === "." || text === ".."
      ? undefined
      : growDirectory(inner.slice(0, Math.max(0, slash)), byPath);
  if (!above) return undefined;
  const grown: TrackedTree = { names: [] };
  above.names?.push({ text, kind: "directory" });
  above.directories ??= new Map();
  above.directories.set(text, grown);
  byPath.set(inner, grown);
  return grown;
}

/** For a nested repository, the index contains only its path. */
function kindOf(mode: number): Name["kind"] | undefined {
  const kind = mode & entryKinds.mask;
  if (kind === entryKinds.file) return "file";
  if (kind === entryKinds.symlink) return "symlink";
  return kind === entryKinds.repository ? "directory" : undefined;
}

/** Undefined if the bytes are not UTF-8. */
function decode(name: string): string | undefined {
  if (!/[\x80-\xff]/.test(name)) return name;
  const text = Buffer.from(name, "latin1").toString();
  return text.includes("\ufffd") ? undefined : text;
}
