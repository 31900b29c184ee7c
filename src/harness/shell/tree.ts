import { isIn, joinPath, parentOf } from "../../core/paths.ts";
import { shownAt } from "../../model/agent.ts";
import type { FileEntry, Listing, SkillSource } from "../../model/source.ts";
import { childrenOf, entriesOf } from "../listed.ts";
import { longestPath, type ReachableDirectory } from "../tools/resolve-path.ts";
import type { About } from "./file-log.ts";

export interface TreeNode {
  readonly kind: "file" | "directory";
  readonly size: number;
  readonly executable?: boolean;
}

/** The directories of a stage as one tree. Paths are absolute, without "." and "..". */
export interface Tree {
  /** The file or directory at a path; symlinks are followed. Undefined if there is none on the stage. */
  find(path: string): TreeNode | undefined;
  /** The path with symlinks to directories resolved. */
  real(path: string): string;
  /** The target of a symlink at the path. */
  linkAt(path: string): string | undefined;
  /** Throws a SkillsError if the file cannot be read. */
  read(path: string): Uint8Array;
  /** The names in a directory, sorted. */
  names(path: string): readonly string[];
  /** Whether a path is on the stage, whether or not anything is there. */
  isOn(path: string): boolean;
  mayChange(path: string): boolean;
  about(path: string): About;
}

interface Located {
  readonly place: ReachableDirectory;
  /** Relative to the root; symlinks to directories are resolved. */
  readonly file: string;
}

export function openTree(places: () => readonly ReachableDirectory[]): Tree {
  const indexOf = rememberIndexes();
  const locate = (path: string): Located | undefined => {
    const place = path.length > longestPath ? undefined : innermost(places(), path);
    return place && { place, file: resolveLinks(indexOf(place.source), path.slice(place.path.length + 1)) };
  };
  const isAbove = (path: string): boolean =>
    places().some((place) => place.path === path || place.path.startsWith(path === "/" ? "/" : `${path}/`));
  const find: Tree["find"] = (path) => {
    if (isAbove(path)) return { kind: "directory", size: 0 };
    const found = locate(path);
    const entry = found && indexOf(found.place.source).entries.get(found.file);
    return entry && found && toNode(entry, found.place.source);
  };
  return {
    find,
    linkAt: (path) => {
      const above = locate(parentOf(path));
      const name = path.slice(path.lastIndexOf("/") + 1);
      return above && indexOf(above.place.source).entries.get(joinPath(above.file, name))?.link?.target;
    },
    real: (path) => {
      const found = locate(path);
      return found ? `${found.place.path}/${found.file}` : path;
    },
    read: (path) => {
      const found = locate(path);
      return found ? found.place.source.read(found.file) : new Uint8Array();
    },
    names: (path) => {
      const found = locate(path);
      const own = found ? (childrenOf(indexOf(found.place.source).listing).get(found.file) ?? []) : [];
      const start = path === "/" ? "/" : `${path}/`;
      const below = places().flatMap((place) =>
        place.path.startsWith(start) ? [place.path.slice(start.length).split("/", 1)[0] ?? ""] : [],
      );
      return Array.from(new Set([...own, ...below])).sort();
    },
    isOn: (path) => innermost(places(), path) !== undefined || isAbove(path),
    mayChange: (path) => innermost(places(), path) !== undefined && !isAbove(path),
    about: (path) => {
      const place = innermost(places(), path);
      if (!place) return { file: path };
      const file = path.slice(place.path.length + 1);
      if (place.name !== undefined) return { tier: 3, skill: place.name, ...(file !== "" && { file }) };
      if (place.path !== shownAt.project) return { file: path };
      return file === "" ? {} : { file };
    },
  };
}

function innermost(places: readonly ReachableDirectory[], path: string): ReachableDirectory | undefined {
  let found: ReachableDirectory | undefined;
  for (const place of places)
    if (isIn(path, place.path)) if (!found || place.path.length > found.path.length) found = place;
  return found;
}

/** What is in a source, by path. */
interface Index {
  readonly entries: ReadonlyMap<string, FileEntry>;
  readonly listing: Listing;
  readonly revision: number | undefined;
}

function rememberIndexes(): (source: SkillSource) => Index {
  const known = new WeakMap<SkillSource, Index>();
  return (source) => {
    const before = known.get(source);
    if (before && before.revision === source.revision?.()) return before;
    const index = toIndex(source);
    known.set(source, index);
    return index;
  };
}

function toIndex(source: SkillSource): Index {
  const revision = source.revision?.();
  const listing = source.list();
  return { entries: entriesOf(listing), listing, revision };
}

/** Undefined for a dangling symlink, one that leads outside, and what is neither a file nor a directory. */
function toNode(
  { path, kind, size, executable, link }: FileEntry,
  source: SkillSource,
): TreeNode | undefined {
  if (kind === "file") return { kind, size, executable };
  if (kind === "directory" || link?.leads === "directory") return { kind: "directory", size: 0 };
  return link?.leads === "file" ? { kind: "file", size: source.read(path).length } : undefined;
}

/** Maximum number of symlinks in a path, as in Linux. */
const mostLinks = 40;

/** Replaces symlinks to directories above the last segment, and there too, by their targets. */
function resolveLinks({ entries }: Index, path: string): string {
  let resolved = path;
  for (let links = 0; links < mostLinks; links++) {
    const link = firstLink(entries, resolved);
    if (!link) return resolved;
    const rest = resolved.slice(link.path.length);
    resolved = joinPath(parentOf(link.path), (link.link?.target ?? "") + rest);
  }
  return path;
}

function firstLink(entries: Index["entries"], path: string): FileEntry | undefined {
  for (let end = path.indexOf("/"); ; end = path.indexOf("/", end + 1)) {
    const entry = entries.get(end === -1 ? path : path.slice(0, end));
    if (entry?.link?.leads === "directory") return entry;
    if (end === -1) return undefined;
  }
}
