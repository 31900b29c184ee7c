import type { FileEntry } from "../model/source.ts";
import { fold } from "../parse/path-index.ts";

/** The files and directories that the skill's texts may refer to. */
export interface Targets {
  /** The name of the skill's directory, case-folded. */
  readonly skill: string;
  /** Files, and symlinks to files, sorted. */
  readonly files: readonly FileEntry[];
  readonly named: Paths;
  readonly directories: Paths;
  /** Which values of `endingAt` the names of files and modules have. */
  readonly nameEnds: Uint8Array;
  /** Which values of `endingAt` the names of the directories have. */
  readonly directoryEnds: Uint8Array;
  /** Python files below a directory, by module name, such as "scripts.run". */
  readonly byModule: ReadonlyMap<string, string>;
  /** Files whose name contains no dot, or contains characters that words do not contain. */
  readonly unusual: readonly string[];
  /** By stem, the only file with that stem. */
  readonly stems: ReadonlyMap<string, string | undefined>;
  /** By its path without the extension, the only file of a directory that has it. */
  readonly shortPaths: ReadonlyMap<string, string | undefined>;
}

/** Paths by their case-folded path and by their case-folded last segment. */
export interface Paths {
  readonly exact: ReadonlyMap<string, string>;
  readonly byName: ReadonlyMap<string, readonly string[]>;
}

const plainName = /^[\w.+@-]*\.[\w+@-]+$/;

export function targetsOf(skill: string, entries: readonly FileEntry[]): Targets {
  return new LazyTargets(skill, entries);
}

/** Each part is computed on first use, as most skills link their files and need no search. */
class LazyTargets implements Targets {
  readonly skill: string;
  readonly files: readonly FileEntry[];
  readonly #paths: readonly string[];
  #named: Paths | undefined;
  #directories: Paths | undefined;
  #nameEnds: Targets["nameEnds"] | undefined;
  #directoryEnds: Targets["directoryEnds"] | undefined;
  #byModule: Targets["byModule"] | undefined;
  #unusual: readonly string[] | undefined;
  #stems: Targets["stems"] | undefined;
  #shortPaths: Targets["shortPaths"] | undefined;

  constructor(skill: string, entries: readonly FileEntry[]) {
    this.skill = fold(skill);
    this.files = entries.filter(({ kind, link }) => kind === "file" || link?.leads === "file");
    this.#paths = this.files.map(({ path }) => path);
  }

  get named(): Paths {
    return (this.#named ??= indexPaths(this.#paths));
  }

  get directories(): Paths {
    return (this.#directories ??= indexPaths(directoriesOf(this.#paths)));
  }

  get nameEnds(): Targets["nameEnds"] {
    return (this.#nameEnds ??= endsOf([...this.named.byName.keys(), ...this.byModule.keys()]));
  }

  get directoryEnds(): Targets["directoryEnds"] {
    return (this.#directoryEnds ??= endsOf(this.directories.byName.keys()));
  }

  get byModule(): Targets["byModule"] {
    return (this.#byModule ??= indexModules(this.#paths));
  }

  get unusual(): readonly string[] {
    return (this.#unusual ??= this.#paths.filter((path) => !plainName.test(nameOf(path))));
  }

  get stems(): Targets["stems"] {
    return (this.#stems ??= byName(this.#paths, stemOf));
  }

  get shortPaths(): Targets["shortPaths"] {
    return (this.#shortPaths ??= byName(this.#paths, (path) => {
      const short = shortPathOf(path);
      const taken =
        short !== undefined && [this.named, this.directories].some((by) => by.exact.has(fold(short)));
      return taken ? undefined : short;
    }));
  }
}

function indexModules(paths: readonly string[]): ReadonlyMap<string, string> {
  const modules = new Map<string, string>();
  for (const path of paths)
    if (path.endsWith(".py") && path.includes("/"))
      modules.set(fold(path.slice(0, -3).replaceAll("/", ".")), path);
  return modules;
}

/** Number of distinct values of `endingAt`. */
export const endings = 1024;

/** A number for the two characters before `end`, ignoring case. */
export function endingAt(text: string, end: number): number {
  return ((text.charCodeAt(end - 2) & 31) << 5) | (text.charCodeAt(end - 1) & 31);
}

/** The ends of names. Any character may precede a name of one character. */
function endsOf(names: Iterable<string>): Uint8Array {
  const ends = new Uint8Array(endings);
  for (const name of names) {
    const end = endingAt(name, name.length);
    if (name.length > 1) ends[end] = 1;
    else for (let before = 0; before < endings; before += 32) ends[before | (end & 31)] = 1;
  }
  return ends;
}

/** The files below a directory. */
export function filesBelow({ files }: Targets, directory: string): readonly string[] {
  const prefix = `${directory}/`;
  const below: string[] = [];
  for (let at = firstAfter(files, prefix); files[at]?.path.startsWith(prefix); at++)
    below.push(files[at]!.path);
  return below;
}

/** The index of the first file whose path is not before this one. */
export function firstAfter(files: Targets["files"], path: string): number {
  let low = 0;
  for (let high = files.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (files[middle]!.path < path) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last segment of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The path without its last segment; "" for the root. */
export function directoryOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function directoriesOf(paths: readonly string[]): Iterable<string> {
  const directories = new Set<string>();
  for (const path of paths) {
    for (
      let directory = directoryOf(path);
      directory !== "" && !directories.has(directory);
      directory = directoryOf(directory)
    )
      directories.add(directory);
  }
  return directories;
}

/** By the name that it gives a path, the only path with that name; undefined if several paths have it. */
function byName(
  paths: Iterable<string>,
  nameFor: (path: string) => string | undefined,
): ReadonlyMap<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  for (const path of paths) {
    const name = nameFor(path);
    if (name !== undefined) found.set(name, found.has(name) ? undefined : path);
  }
  return found;
}

/** The path without its extension; undefined for a file in the root, whose name is then an ordinary word. */
function shortPathOf(path: string): string | undefined {
  const dot = path.lastIndexOf(".");
  const name = path.lastIndexOf("/") + 1;
  return name > 0 && dot > name ? path.slice(0, dot) : undefined;
}

/** The stem of a path; undefined if it is an ordinary word, which in a text rarely means a file. */
function stemOf(path: string): string | undefined {
  const name = nameOf(path);
  const stem = name.slice(0, Math.max(0, name.lastIndexOf(".")));
  return stem.length >= 6 && /\w[-_]\w/.test(stem) ? stem : undefined;
}

function indexPaths(paths: Iterable<string>): Paths {
  const exact = new Map<string, string>();
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    const folded = fold(path);
    if (!exact.has(folded)) exact.set(folded, path);
    const name = nameOf(folded);
    const known = byName.get(name);
    if (known) known.push(path);
    else byName.set(name, [path]);
  }
  return { exact, byName };
}
