import { lstatSync, realpathSync } from "node:fs";
import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { entryKinds, parseEntries, type GitEntry } from "./git-entries.ts";
import { toInnerPath } from "./label.ts";
import { readFileHead } from "./open-file.ts";

/** An index of a million files is about as large; a larger one is not read. */
const mostBytes = 128 * 1024 * 1024;

/** The index that was read last: the skills of one run mostly stand in one repository. */
let last: { readonly file: string; readonly mark: string; readonly entries: readonly GitEntry[] | undefined } | undefined;

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
      const entry = entries && findEntry(entries, Buffer.from(inner ? `${inner}/${file}` : file).toString("latin1"));
      return entry && (entry.mode & entryKinds.mask) === entryKinds.file ? (entry.mode & 0o100) !== 0 : undefined;
    };
  } catch (error) {
    // Whoever asks has the file's own mode: without an index nothing is lost but git's word.
    if (isReadError(error)) return () => undefined;
    throw error;
  }
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
  return stats?.isFile() && stats.size <= mostBytes ? [stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(" ") : undefined;
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
  const [, target = ""] = /^gitdir: ([^\r\n]+)/.exec(Buffer.from(readFileHead(file, file, 4096)).toString()) ?? [];
  return path.resolve(path.dirname(file), target);
}

function readIndex(git: string): readonly GitEntry[] | undefined {
  const file = path.join(git, "index");
  const mark = markOfIndex(git);
  if (mark === undefined) return undefined;
  if (last?.file !== file || last.mark !== mark) last = { file, mark, entries: parseEntries(readFileHead(file, file, mostBytes)) };
  return last.entries;
}

/** Git keeps them sorted by the bytes of their names. */
function findEntry(entries: readonly GitEntry[], name: string): GitEntry | undefined {
  let [from, to] = [0, entries.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (entries[middle]!.name < name) from = middle + 1;
    else to = middle;
  }
  const found = entries[from];
  return found?.name === name ? found : undefined;
}
