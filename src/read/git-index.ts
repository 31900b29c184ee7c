import { lstatSync, realpathSync } from "node:fs";
import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { isDocumentNameInAnyCase } from "../model/document-name.ts";
import { entryKinds, parseEntries, type GitEntry } from "./git-entries.ts";
import { toInnerPath } from "./label.ts";
import { readFileHead } from "./open-file.ts";

// By hand: git need not be there to ask, and packages that read an index bring all of Git with them.
/** An index of a million files is about as large; a larger one is not read. */
const mostBytes = 128 * 1024 * 1024;

/** The index that was read last: the skills of one run mostly stand in one repository. */
let last:
  | { readonly file: string; readonly mark: string; readonly entries: readonly GitEntry[] | undefined }
  | undefined;

/**
 * Whether git would check a file out as executable, whatever its mode on the disk is; its path is from the directory, with "/".
 * Undefined for what git does not track, outside a repository, and where the index cannot be read.
 */
export function openGitIndex(directory: string): (file: string) => boolean | undefined {
  try {
    const real = realpathSync.native(directory);
    const repository = findRepository(real);
    const inner = repository && toInnerPath(repository.root, real);
    const entries = repository && readIndex(repository.git);
    return (file) => {
      const entry =
        entries && findEntry(entries, Buffer.from(inner ? `${inner}/${file}` : file).toString("latin1"));
      return entry && (entry.mode & entryKinds.mask) === entryKinds.file
        ? (entry.mode & 0o100) !== 0
        : undefined;
    };
  } catch (error) {
    // Whoever asks has the file's own mode: without an index nothing is lost but git's word.
    if (isReadError(error)) return () => undefined;
    throw error;
  }
}

/**
 * Whether git has an eye on a file whatever is to be ignored, as it has it in its index; or, of a directory, on something in or below it
 * that makes a skill. Where the index cannot be read, nothing is known to be in it.
 */
export function isTracked(real: string, isDirectory: boolean): boolean {
  try {
    const repository = findRepository(path.dirname(real));
    const inner = repository && toInnerPath(repository.root, real);
    const entries = repository && readIndex(repository.git);
    if (!inner || !entries) return false;
    const name = bytesOf(inner);
    const entry = findEntry(entries, name);
    return (entry !== undefined && (!isDirectory || isRepository(entry))) || holdsSkill(entries, `${name}/`);
  } catch (error) {
    if (isReadError(error)) return false;
    throw error;
  }
}

/** Each as one character; one that is not UTF-8 stands in a name as a lone surrogate (see `Name`). */
function bytesOf(inner: string): string {
  return Array.from(inner.split(/([\udc80-\udcff])/u), (part, at) =>
    at % 2 === 1 ? String.fromCharCode(part.charCodeAt(0) - 0xdc00) : Buffer.from(part).toString("latin1"),
  ).join("");
}

function holdsSkill(entries: readonly GitEntry[], prefix: string): boolean {
  for (let at = placeIn(entries, prefix); entries[at]?.name.startsWith(prefix); at++) {
    const entry = entries[at]!;
    if (isRepository(entry) || isDocumentNameInAnyCase(entry.name.slice(entry.name.lastIndexOf("/") + 1)))
      return true;
  }
  return false;
}

function isRepository({ mode }: GitEntry): boolean {
  return (mode & entryKinds.mask) === entryKinds.repository;
}

/** What is in the index of a repository, by its own directory. Undefined where it has changed since it had this mark, or cannot be read. */
export function entriesSince(git: string, mark: string | undefined): readonly GitEntry[] | undefined {
  try {
    return mark !== undefined && markOfIndex(git) === mark ? readIndex(git) : undefined;
  } catch (error) {
    if (isReadError(error)) return undefined;
    throw error;
  }
}

/** Another one as soon as git has written the index anew; undefined where there is none, or none that is read. */
export function markOfIndex(git: string): string | undefined {
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
  /** Where its index is. */
  readonly git: string;
}

function findRepository(from: string): Repository | undefined {
  for (let root = from; ; root = path.dirname(root)) {
    const git = path.join(root, ".git");
    const stats = lstatSync(git, { throwIfNoEntry: false });
    if (stats) return { root, git: stats.isFile() ? linkedFrom(git) : git };
    if (path.dirname(root) === root) return undefined;
  }
}

/** In a worktree and in a submodule, .git is a file that says where the directory is: gitrepository-layout(5). */
function linkedFrom(file: string): string {
  const [, target = ""] =
    /^gitdir: ([^\r\n]+)/.exec(Buffer.from(readFileHead(file, file, 4096)).toString()) ?? [];
  return path.resolve(path.dirname(file), target);
}

function readIndex(git: string): readonly GitEntry[] | undefined {
  const file = path.join(git, "index");
  const mark = markOfIndex(git);
  if (mark === undefined) return undefined;
  if (last?.file !== file || last.mark !== mark)
    last = { file, mark, entries: parseEntries(readFileHead(file, file, mostBytes)) };
  return last.entries;
}

function findEntry(entries: readonly GitEntry[], name: string): GitEntry | undefined {
  const found = entries[placeIn(entries, name)];
  return found?.name === name ? found : undefined;
}

/** Where a name is, or would be: git keeps them sorted by the bytes of their names. */
function placeIn(entries: readonly GitEntry[], name: string): number {
  let [from, to] = [0, entries.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (entries[middle]!.name < name) from = middle + 1;
    else to = middle;
  }
  return from;
}
