import path from "node:path";
import { documentName, isDocumentNameInAnyCase } from "../model/document-name.ts";
import { entryKinds, type GitEntries, nameAt } from "../git/index-format.ts";
import type { Name } from "../read/listing-names.ts";

/** Facts about a directory that are known without reading it. */
export interface KnownDirectory {
  /** The entries that a search for skills needs; absent if the directory has to be read from disk. */
  readonly names: readonly Name[] | undefined;
  /** Whether git tracks everything in it, as it is on the disk, and there is no nested repository. */
  readonly isUnchanged: boolean;
  /** Whether `names` are known, and contain a SKILL.md and no ignore file. */
  readonly isPlainSkill: boolean;
  readonly directories: ReadonlyMap<string, KnownDirectory>;
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
  for (const each of unlike) tree.openWayTo(each.split("/"));
  return (real) => {
    const inner = path.relative(root, real);
    return inner === ""
      ? tree
      : inner
          .split(path.sep)
          .reduce<KnownDirectory | undefined>((above, name) => above?.directories.get(name), tree);
  };
}

/** The directories of an index, for a single call of `trackedNames`. Undefined for a sparse index. */
export function treeOf(entries: GitEntries): TrackedTree | undefined {
  const kinds = entries.apart.map(({ at }) => kindOf(entries.modes[at]!));
  if (kinds.includes(undefined)) return undefined;
  const index = { entries, hasRepositories: kinds.includes("directory") };
  const tree = new TrackedTree(index, 0, entries.starts.length, 0);
  for (const { at, unwatched } of entries.apart) {
    const inner = unwatched ? decode(nameAt(entries, at)) : undefined;
    if (inner !== undefined) tree.openWayTo(inner.split("/"));
  }
  return tree;
}

interface Index {
  readonly entries: GitEntries;
  readonly hasRepositories: boolean;
}

interface Contents {
  readonly names: readonly Name[] | undefined;
  readonly directories: ReadonlyMap<string, TrackedTree>;
}

const nothingKnown: Contents = { names: undefined, directories: new Map() };

/**
 * A directory: a part of an index, which is looked at only if the search gets there. Nothing is known about one with a
 * name that git would never write, that is not UTF-8, or whose entries are not together.
 */
export class TrackedTree implements KnownDirectory {
  readonly #index: Index;
  readonly #from: number;
  readonly #to: number;
  /** The length of the directory's path with "/", which all names from the first to the last begin with. */
  readonly #inner: number;
  #contents: Contents | undefined;
  #isOpen = false;

  constructor(index: Index, from: number, to: number, inner: number) {
    this.#index = index;
    this.#from = from;
    this.#to = to;
    this.#inner = inner;
  }

  get names(): readonly Name[] | undefined {
    return this.#isOpen ? undefined : this.#read().names;
  }

  get directories(): ReadonlyMap<string, TrackedTree> {
    return this.#read().directories;
  }

  get isUnchanged(): boolean {
    return !this.#isOpen && !this.#index.hasRepositories;
  }

  get isPlainSkill(): boolean {
    if (this.#isOpen) return false;
    const { text, starts } = this.#index.entries;
    let isSkill = false;
    for (let at = this.#from; at < this.#to; at++) {
      const start = starts[at]! + this.#inner;
      if (text.startsWith(documentEnd, start)) isSkill = true;
      else if (text.startsWith(ignoreEnd, start)) return false;
    }
    return isSkill;
  }

  /**
   * Marks this directory, and each on the way to a path inside it, as different from the index. `names` are those in the
   * path, which end with "" if it is that of a directory.
   */
  openWayTo(names: readonly string[], depth = 0): void {
    this.#isOpen = true;
    // Each level looks at all names below it, so a hostile index could make a long path slow.
    if (depth === deepest) this.#contents = nothingKnown;
    if (depth + 1 < names.length) this.directories.get(names[depth]!)?.openWayTo(names, depth + 1);
  }

  #read(): Contents {
    return (this.#contents ??= readContents(this.#index, this.#from, this.#to, this.#inner));
  }
}

/** Nothing is known about what is deeper in a directory that differs from the index. */
const deepest = 64;
const documentEnd = `${documentName}\0`;
const ignoreEnd = ".gitignore\0";

function readContents(index: Index, from: number, to: number, inner: number): Contents {
  const { text, starts, modes } = index.entries;
  const names: Name[] = [];
  const directories = new Map<string, TrackedTree>();
  for (let at = from; at < to; ) {
    const start = starts[at]! + inner;
    const rest = text.slice(start, text.indexOf("\0", start));
    const slash = rest.indexOf("/");
    const name = decode(slash === -1 ? rest : rest.slice(0, slash));
    if (name === undefined || name === "" || name === "." || name === "..") return nothingKnown;
    const first = at++;
    if (slash === -1) {
      const kind = kindOf(modes[first]!)!;
      if (kind !== "file" || name === ".gitignore" || isDocumentNameInAnyCase(name))
        names.push({ text: name, kind });
      continue;
    }
    const above = rest.slice(0, slash + 1);
    while (at < to && text.startsWith(above, starts[at]! + inner)) at++;
    if (directories.has(name)) return nothingKnown;
    directories.set(name, new TrackedTree(index, first, at, inner + slash + 1));
    names.push({ text: name, kind: "directory" });
  }
  return { names, directories };
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
