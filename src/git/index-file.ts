import { lstatSync, realpathSync } from "node:fs";
import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { isDocumentNameInAnyCase } from "../model/document-name.ts";
import { entryKinds, nameAt, parseEntries, type GitEntries } from "./index-format.ts";
import { toInnerPath } from "../read/label.ts";
import { readFileHead } from "../read/open-file.ts";
import { nearestAbove } from "../read/there.ts";

// Hand-written: git may not be installed, and packages that read an index include all of Git.
/** Maximum size of an index: about a million files. */
const mostBytes = 128 * 1024 * 1024;

/** Cache of the last index, as the skills of a run are usually in one repository. */
let last:
  | { readonly file: string; readonly mark: string; readonly entries: GitEntries | undefined }
  | undefined;

/**
 * Returns whether git would check a file out as executable, whatever its mode on disk. The path is relative to the
 * directory, with "/". Undefined for untracked files, outside a repository, and if the index cannot be read.
 */
export function openGitIndex(
  directory: string,
  find: (real: string) => Repository | undefined = findRepository,
): (file: string) => boolean | undefined {
  const modeOf = openModes(directory, find);
  return (file) => {
    const mode = modeOf?.(file);
    return mode !== undefined && (mode & entryKinds.mask) === entryKinds.file
      ? (mode & 0o100) !== 0
      : undefined;
  };
}

/**
 * Of these symlinks in a directory, those that git tracks; all of them outside a repository, and if the index cannot
 * be read.
 */
export function trackedLinks(directory: string, links: readonly string[]): readonly string[] {
  const modeOf = openModes(directory, findRepository);
  return modeOf
    ? links.filter((file) => ((modeOf(file) ?? 0) & entryKinds.mask) === entryKinds.symlink)
    : links;
}

/** Returns the mode of a tracked file in a directory. Undefined as for `trackedLinks`. */
function openModes(
  directory: string,
  find: (real: string) => Repository | undefined,
): ((file: string) => number | undefined) | undefined {
  try {
    const real = realpathSync.native(directory);
    const repository = find(real);
    if (!repository) return undefined;
    const inner = toInnerPath(repository.root, real);
    const entries = readIndex(repository.git);
    return (file) => entries && findMode(entries, bytesOf(inner ? `${inner}/${file}` : file));
  } catch (error) {
    if (isReadError(error)) return undefined;
    throw error;
  }
}

/** As `openGitIndex`, for one run: each directory is inspected once. */
export function gitIndexOpener(): (directory: string) => ReturnType<typeof openGitIndex> {
  const find = nearestAbove(repositoryAt);
  return (directory) => openGitIndex(directory, find);
}

/**
 * Whether git tracks a file, even if it is ignored; for a directory, whether git tracks the files of a skill in it or
 * below it. If the index cannot be read, nothing counts as tracked.
 */
export function isTracked(real: string, isDirectory: boolean): boolean {
  try {
    const repository = findRepository(path.dirname(real));
    const inner = repository && toInnerPath(repository.root, real);
    const entries = repository && readIndex(repository.git);
    if (!inner || !entries) return false;
    const name = bytesOf(inner);
    const mode = findMode(entries, name);
    return (mode !== undefined && (!isDirectory || isRepository(mode))) || holdsSkill(entries, `${name}/`);
  } catch (error) {
    if (isReadError(error)) return false;
    throw error;
  }
}

/** One character per byte; a byte that is not UTF-8 is a lone surrogate (see `Name`). */
function bytesOf(inner: string): string {
  return Array.from(inner.split(/([\udc80-\udcff])/u), (part, at) =>
    at % 2 === 1 ? String.fromCharCode(part.charCodeAt(0) - 0xdc00) : Buffer.from(part).toString("latin1"),
  ).join("");
}

function holdsSkill(entries: GitEntries, prefix: string): boolean {
  const { text, starts, modes } = entries;
  for (let at = placeIn(entries, prefix); at < starts.length && text.startsWith(prefix, starts[at]); at++) {
    const name = nameAt(entries, at);
    if (isRepository(modes[at]!) || isDocumentNameInAnyCase(name.slice(name.lastIndexOf("/") + 1)))
      return true;
  }
  return false;
}

function isRepository(mode: number): boolean {
  return (mode & entryKinds.mask) === entryKinds.repository;
}

/** The entries of the index in a git directory; undefined if it cannot be read. */
export function readEntries(git: string): GitEntries | undefined {
  try {
    return readIndex(git);
  } catch (error) {
    if (isReadError(error)) return undefined;
    throw error;
  }
}

/** A stamp that changes whenever git rewrites the index; undefined if there is no index or it cannot be read. */
function markOfIndex(git: string): string | undefined {
  const stats = lstatSync(path.join(git, "index"), { throwIfNoEntry: false });
  return stats?.isFile() && stats.size <= mostBytes
    ? [stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(" ")
    : undefined;
}

function isReadError(error: unknown): boolean {
  return error instanceof SkillsError || (error instanceof Error && "code" in error);
}

interface Repository {
  readonly root: string;
  /** The git directory that contains the index. */
  readonly git: string;
}

function findRepository(from: string): Repository | undefined {
  return nearestAbove(repositoryAt)(from);
}

/** The repository that contains a directory; undefined if there is none, or its \`.git\` cannot be read. */
export function repositoryOf(real: string): Repository | undefined {
  try {
    return findRepository(real);
  } catch (error) {
    if (isReadError(error)) return undefined;
    throw error;
  }
}

function repositoryAt(root: string): Repository | undefined {
  const git = path.join(root, ".git");
  const stats = lstatSync(git, { throwIfNoEntry: false });
  return stats && { root, git: stats.isFile() ? linkedFrom(git) : git };
}

/** The git directory of a worktree or submodule, in which .git is a file with its path: gitrepository-layout(5). */
function linkedFrom(file: string): string {
  const [, target = ""] =
    /^gitdir: ([^\r\n]+)/.exec(Buffer.from(readFileHead(file, file, 4096)).toString()) ?? [];
  return path.resolve(path.dirname(file), target);
}

function readIndex(git: string): GitEntries | undefined {
  const file = path.join(git, "index");
  const mark = markOfIndex(git);
  if (mark === undefined) return undefined;
  if (last?.file !== file || last.mark !== mark)
    last = { file, mark, entries: parseEntries(readFileHead(file, file, mostBytes)) };
  return last.entries;
}

function findMode(entries: GitEntries, name: string): number | undefined {
  const at = placeIn(entries, name);
  return at < entries.starts.length && nameAt(entries, at) === name ? entries.modes[at] : undefined;
}

/**
 * Position of a name in the entries, which are sorted by the bytes of their names, or the position at which it would
 * be inserted.
 */
function placeIn(entries: GitEntries, name: string): number {
  let [from, to] = [0, entries.starts.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (nameAt(entries, middle) < name) from = middle + 1;
    else to = middle;
  }
  return from;
}
