import { constants, lstatSync, realpathSync, type Stats, statSync } from "node:fs";
import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { once } from "../core/once.ts";
import type { DirectoryMark, FileStamp, SkillSource } from "../model/source.ts";
import { joinNative, toInnerPath, toNativePath } from "./label.ts";
import { joinLabel } from "../core/paths.ts";
import { listDirectory } from "./listing.ts";
import type { Name } from "./listing-names.ts";
import { type Opening, readFile, readFileHead } from "./open-file.ts";
import { cannotRead, systemCode, systemReason } from "../core/unreadable.ts";

/**
 * A skill in a directory on disk, read lazily. `names` is the directory's listing if it is already known, which the
 * first listing uses. `real` is its path without symlinks. If another directory replaces it later, that one is not
 * read.
 */
export function openDirectory(
  absolute: string,
  label: string,
  names?: readonly Name[],
  real?: string,
): SkillSource {
  return openMarked({ absolute, mark: markOf(absolute, real) }, label, names);
}

/** As `openDirectory`, for a directory that was opened before, in another thread. */
export function openAgain({ directory, label, mark }: OpenedDirectory): SkillSource {
  return openMarked({ absolute: directory, mark }, label);
}

/** What identifies a directory that was opened, as plain data. */
export interface OpenedDirectory extends Pick<SkillSource, "label"> {
  readonly directory: string;
  readonly mark: DirectoryMark | undefined;
}

function openMarked(root: Root, label: string, names?: readonly Name[]): SkillSource {
  const { absolute, mark } = root;
  let known = names;
  return {
    name: path.basename(absolute),
    label,
    directory: absolute,
    mark: () => mark,
    list: (noteStamp) => {
      const first = known;
      known = undefined;
      const files = new Map<string, FileStamp>();
      const listing = listDirectory(absolute, first, undefined, (inner, stamp) => {
        files.set(inner, stamp);
        noteStamp?.(inner, stamp);
      });
      const seen = seenIn(root);
      seen.files = files;
      // Only before the first file is read: a run with a cache reads none of most skills.
      seen.isOriginal = once(() => hasMark(root));
      return listing;
    },
    read: (file) => {
      const shown = joinLabel(label, file);
      return readOriginal(root, file, shown, (real, opening) => readFile(real, shown, opening));
    },
    readHead: (file, limit) => {
      const shown = joinLabel(label, file);
      return readOriginal(root, file, shown, (real, opening) => readFileHead(real, shown, limit, opening));
    },
  };
}

/**
 * Reads a file, unless another directory has replaced the skill's. If the opened file is the one that was listed, no
 * look at the directory is needed.
 */
function readOriginal(
  root: Root,
  file: string,
  shown: string,
  read: (real: string, opening: Opening) => Uint8Array,
): Uint8Array {
  const { files, isOriginal } = seenIn(root);
  const listed = isOriginal?.() ? files?.get(file) : undefined;
  if (!listed) requireMark(root, shown);
  const inspect = ({ dev, ino, ctimeMs }: Stats): void => {
    if (listed && (dev !== listed.dev || ino !== listed.ino || ctimeMs !== listed.ctimeMs))
      requireMark(root, shown);
  };
  try {
    const { real, isFile } = locate(root, file, shown);
    return read(real, { isFile, inspect });
  } catch (error) {
    if (listed) requireMark(root, shown);
    throw error;
  }
}

interface Located {
  readonly real: string;
  /** Whether a regular file was just found at the path. */
  readonly isFile: boolean;
}

interface Root {
  readonly absolute: string;
  readonly mark: DirectoryMark | undefined;
  real?: string;
}

/** What was seen in a directory, so that it is not inspected again for each file. */
interface Seen {
  readonly root: Root;
  /** Paths of directories without symlinks below the root, by their path from it; undefined for those outside. */
  readonly directories: Map<string, string | undefined>;
  /** The regular files in the last listing, by path. */
  files?: ReadonlyMap<string, FileStamp>;
  /** Whether the directory was still the one that was opened when the first file was read after that listing. */
  isOriginal?: () => boolean;
}

/** Only of the last few directories: a run has many skills, and reads one after another. */
const lastSeen: Seen[] = [];
const mostSeen = 8;

function seenIn(root: Root): Seen {
  const known = lastSeen[0]?.root === root ? lastSeen[0] : lastSeen.find((seen) => seen.root === root);
  if (known) return known;
  const seen = { root, directories: new Map([["", root.absolute]]) };
  lastSeen.unshift(seen);
  lastSeen.length = Math.min(lastSeen.length, mostSeen);
  return seen;
}

/** Matches no directory. If the directory was already replaced when it was opened, nothing is read. */
const nowhere: DirectoryMark = { dev: -1, ino: -1 };

/** Identifies a directory. Undefined if it cannot be inspected; then it is not read either. */
function markOf(absolute: string, real: string | undefined): DirectoryMark | undefined {
  try {
    const stats = real === undefined ? statSync(absolute) : lstatSync(real);
    return stats.isDirectory() ? { dev: stats.dev, ino: stats.ino } : nowhere;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

/** Throws if another directory is at the path. */
function requireMark(root: Root, shown: string): void {
  try {
    if (!isMarked(root)) throw cannotRead(shown, "the directory was replaced while the skill was read");
  } catch (cause) {
    throw cause instanceof SkillsError ? cause : cannotRead(shown, systemReason(cause), { cause });
  }
}

function hasMark(root: Root): boolean {
  try {
    return isMarked(root);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return false;
  }
}

function isMarked({ absolute, mark }: Root): boolean {
  if (!mark) return true;
  const { dev, ino } = statSync(absolute);
  return dev === mark.dev && ino === mark.ino;
}

/**
 * If files can be opened without following symlinks, a name that was just listed as a regular file is not inspected
 * again.
 */
const opensNoLink = Boolean(constants.O_NOFOLLOW);

/** The file's real path, once it is known to be inside the skill. */
function locate(root: Root, file: string, shown: string): Located {
  try {
    const absolute = locatePlain(root, file);
    if (absolute !== undefined) return { real: absolute, isFile: true };
    const real = realpathSync.native(toNativePath(root.absolute, file));
    if (isInside(root, real)) return { real, isFile: false };
  } catch (cause) {
    throw cause instanceof SkillsError ? cause : cannotRead(shown, systemReason(cause), { cause });
  }
  throw cannotRead(shown, "a symlink that points outside the skill");
}

/**
 * The path of a regular name in a directory that has been resolved. The name itself need not be resolved, which would
 * take most of the time.
 */
function locatePlain(root: Root, file: string): string | undefined {
  const slash = file.lastIndexOf("/");
  const name = file.slice(slash + 1);
  // On Windows a backslash starts another path segment.
  if (name.includes("\\")) return undefined;
  const inner = slash === -1 ? "" : file.slice(0, slash);
  const isListed = opensNoLink && seenIn(root).files?.has(file) === true;
  const directory = (isListed ? listedDirectory(root, inner) : undefined) ?? resolveDirectory(root, inner);
  if (directory === undefined) return undefined;
  const absolute = joinNative(directory, name);
  return isListed || lstatSync(absolute).isFile() ? absolute : undefined;
}

/**
 * The path of a directory that contains a listed file. It has no "..", so it is inside the root if no part of it has
 * become a symlink, which is cheaper to find out than its real path. Undefined if one has.
 */
function listedDirectory(root: Root, inner: string): string | undefined {
  const { directories } = seenIn(root);
  const known = directories.get(inner);
  if (known !== undefined) return known;
  const slash = inner.lastIndexOf("/");
  const above = listedDirectory(root, slash === -1 ? "" : inner.slice(0, slash));
  if (above === undefined) return undefined;
  const directory = joinNative(above, inner.slice(slash + 1));
  if (!lstatSync(directory).isDirectory()) return undefined;
  directories.set(inner, directory);
  return directory;
}

function resolveDirectory(root: Root, inner: string): string | undefined {
  const { directories } = seenIn(root);
  if (directories.has(inner)) return directories.get(inner);
  const real = realpathSync.native(toNativePath(root.absolute, inner));
  const directory = isInside(root, real) ? real : undefined;
  directories.set(inner, directory);
  return directory;
}

function isInside(root: Root, real: string): boolean {
  root.real ??= realpathSync.native(root.absolute);
  return toInnerPath(root.real, real) !== undefined;
}
