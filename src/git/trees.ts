import { SkillsError } from "../core/errors.ts";
import { openRepository } from "./changes.ts";
import { startGit } from "./run-git.ts";

/** Existing commits, by the names that were requested. */
export interface FoundCommits {
  /** Absolute path of the working tree's directory, as git reports it. */
  readonly root: string;
  /** Whether the repository is a shallow clone. */
  readonly shallow: boolean;
  readonly commits: ReadonlyMap<string, string>;
}

/** A regular file in a commit's tree. */
export interface TreeFile {
  /** Relative to the repository's root, with "/". */
  readonly path: string;
  readonly id: string;
  readonly size: number;
  readonly executable: boolean;
}

/** Finds the names that are commits; undefined if git cannot answer. Names must not contain spaces. */
export async function findCommits(
  directory: string,
  names: readonly string[],
): Promise<FoundCommits | undefined> {
  const repository = await openRepository(directory).catch(noneIfRefused);
  if (!repository) return undefined;
  const { code, stdout } = await startGit(
    { from: directory },
    ["cat-file", "--batch-check=%(objectname) %(objecttype)"],
    { input: names.map((name) => `${name}^{commit}\n`).join("") },
  );
  if (code !== 0) return undefined;
  const answers = stdout.split("\n");
  return {
    root: repository.root,
    shallow: repository.shallow,
    commits: new Map(
      names.flatMap((name, at) =>
        answers[at]?.endsWith(" commit") ? [[name, answers[at].split(" ")[0]!]] : [],
      ),
    ),
  };
}

function noneIfRefused(error: unknown): undefined {
  if (!(error instanceof SkillsError)) throw error;
}

/** The merge base of two commits. */
export async function forkPoint(directory: string, one: string, other: string): Promise<string | undefined> {
  const { code, stdout } = await startGit({ from: directory }, ["merge-base", one, other]);
  return code === 0 ? stdout.trim() : undefined;
}

/**
 * The regular files of a commit below these directories, by path relative to the root; "" is the root. Symlinks and
 * submodules are excluded. Undefined if git cannot answer.
 */
export async function filesAt(
  directory: string,
  commit: string,
  folders: readonly string[],
): Promise<readonly TreeFile[] | undefined> {
  const within = folders.includes("") ? [] : folders;
  const { code, stdout } = await startGit({ from: directory }, [
    "ls-tree",
    "-r",
    "-z",
    "-l",
    "--full-tree",
    commit,
    "--",
    ...within,
  ]);
  if (code !== 0) return undefined;
  return stdout.split("\0").flatMap((line) => {
    const [, mode, id, size, path] = /^(100\d{3}) blob ([0-9a-f]+) +(\d+)\t(.+)$/s.exec(line) ?? [];
    return id === undefined || size === undefined || path === undefined
      ? []
      : [{ path, id, size: Number(size), executable: mode === "100755" }];
  });
}

/** The contents of blobs, by id; missing ones are left out. */
export async function readBlobs(
  directory: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const { stdout } = await startGit({ from: directory }, ["cat-file", "--batch"], {
    input: ids.map((id) => `${id}\n`).join(""),
    encoding: "latin1",
  });
  const blobs = new Map<string, Uint8Array>();
  for (let at = 0; at < stdout.length; ) {
    const end = stdout.indexOf("\n", at);
    if (end === -1) break;
    const [id = "", kind, size] = stdout.slice(at, end).split(" ");
    at = end + 1;
    if (kind !== "blob") continue;
    const length = Number(size);
    blobs.set(id, Buffer.from(stdout.slice(at, at + length), "latin1"));
    at += length + 1;
  }
  return blobs;
}
