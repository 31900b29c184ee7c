import path from "node:path";
import { isDocumentNameInAnyCase } from "../model/document-name.ts";
import { entryKinds, type GitEntry } from "./git-entries.ts";
import type { Name } from "./listing-names.ts";

/** What is known about a directory without reading it. */
export interface KnownDirectory {
  /** Its entries, as far as a search for skills needs them; absent if only the disk can answer. */
  readonly names: readonly Name[] | undefined;
  readonly directories?: ReadonlyMap<string, KnownDirectory>;
}

/** By the real path of a directory. */
export type KnownPlaces = (real: string) => KnownDirectory | undefined;

/**
 * A directory listing from git's index, for a search that need not read every directory. `unlike` are the
 * paths that differ between index and disk, or exist only on disk: every directory above one is read from the
 * disk, and all others are as in the index. What git does not track, an empty directory or a pipe, is not a
 * skill that could be read. Undefined if a path is not UTF-8.
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

/** The directories of an index, to be passed to `trackedNames`, once. */
export interface TrackedTree extends KnownDirectory {
  names: Name[] | undefined;
  directories?: Map<string, TrackedTree>;
}

/** Undefined if a name is not UTF-8, is not a plain relative path, or occurs for more than one file. */
export function growTree(entries: readonly GitEntry[]): TrackedTree | undefined {
  const tree: TrackedTree = { names: [] };
  const byPath = new Map([["", tree]]);
  const unwatched: string[] = [];
  for (const { name, mode, unwatched: isUnwatched } of entries) {
    const inner = decode(name);
    const slash = inner?.lastIndexOf("/") ?? -1;
    const directory = inner && growDirectory(inner.slice(0, Math.max(0, slash)), byPath);
    const kind = kindOf(mode);
    if (!inner || !directory || !kind || slash === 0) return undefined;
    if (isUnwatched) unwatched.push(inner);
    const text = inner.slice(slash + 1);
    if (kind !== "file" || text === ".gitignore" || isDocumentNameInAnyCase(text))
      directory.names?.push({ text, kind });
  }
  for (const each of unwatched) openWayTo(each, tree);
  return tree;
}

/** Every parent of a path, and the path itself if it is a directory's, with "/" at its end. */
function openWayTo(inner: string, tree: TrackedTree): void {
  let directory: TrackedTree | undefined = tree;
  for (const name of inner.split("/")) {
    if (!directory) return;
    directory.names = undefined;
    directory = directory.directories?.get(name);
  }
}

/** Adds the directory and its missing parents; undefined for a path that git would not have written. */
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

/** The index contains only the path of a nested repository. */
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
