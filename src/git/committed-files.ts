import { findCommits, forkPoint } from "./trees.ts";
import { refusal, startGit } from "./run-git.ts";

/** A commit in the repository around a directory. */
export interface FoundCommit {
  /** Absolute path of the working tree's directory, as git reports it; absent outside a repository. */
  readonly root?: string;
  /** The commit from which HEAD has diverged, or the named one if both have none in common; absent if unknown. */
  readonly commit?: string;
  /** Whether the clone is shallow, which may be the reason why it is unknown. */
  readonly shallow: boolean;
}

/** Finds the commit from which HEAD has diverged from another one. */
export async function findFork(directory: string, name: string): Promise<FoundCommit> {
  // A name with white space would be another request to git.
  const found = await findCommits(directory, /\s/.test(name) ? [] : [name]);
  if (!found) return { shallow: false };
  const { root, shallow, commits } = found;
  const commit = commits.get(name);
  return {
    root,
    shallow,
    ...(commit !== undefined && { commit: (await forkPoint(directory, commit, "HEAD")) ?? commit }),
  };
}

/**
 * The files of a commit by path relative to the root, with "/". Symlinks within the tree are followed. Paths that name
 * no file, or contain a line break, are left out. Throws a SkillsError if git fails.
 */
export async function committedFiles(
  directory: string,
  commit: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const asked = paths.filter((path) => !/[\r\n]/.test(path));
  const files = new Map<string, Uint8Array>();
  if (asked.length === 0) return files;
  const ran = await startGit({ from: directory }, ["cat-file", "--batch", "--follow-symlinks"], {
    input: asked.map((path) => `${commit}:${path}\n`).join(""),
    encoding: "latin1",
  });
  if (ran.code !== 0 || ran.cut) throw refusal(ran);
  const { stdout } = ran;
  let at = 0;
  for (const path of asked) {
    const end = stdout.indexOf("\n", at);
    if (end === -1) break;
    const [, word, size] = /^(?:[0-9a-f]+ )?([a-z]+) (\d+)$/.exec(stdout.slice(at, end)) ?? [];
    at = end + 1;
    // Without a size, the file is missing.
    if (size === undefined) continue;
    const length = Number(size);
    if (word === "blob") files.set(path, Buffer.from(stdout.slice(at, at + length), "latin1"));
    at += length + 1;
  }
  return files;
}
