import { askGit, type GitPlace } from "./run-git.ts";

/**
 * Differences between the last commit, the index and the disk. Paths are relative to the root, with "/"; those of
 * directories also end in "/".
 */
export interface GitStatus {
  /** Whether there is at least one commit. */
  readonly committed: boolean;
  /**
   * Paths that differ from the last commit, on the disk or in the index, and new paths that are not ignored.
   */
  readonly changed: readonly string[];
  /** New ignored paths; if the pattern matches a directory, only the directory. */
  readonly ignored: readonly string[];
}

/**
 * Reads the status. For a nested repository only its commit is compared; its own git knows about other changes in it.
 * `options` prevent filters from running.
 */
export async function readStatus(place: GitPlace, options: readonly string[]): Promise<GitStatus> {
  const exact = process.platform === "linux" ? ["-c", "core.ignoreCase=false"] : [];
  const { stdout } = await askGit(place, [
    ...options,
    ...exact,
    "status",
    "--porcelain=v2",
    "-z",
    "--branch",
    "--no-ahead-behind",
    "--untracked-files=all",
    "--ignored=matching",
    "--ignore-submodules=dirty",
  ]);
  const lines = stdout.split("\0").slice(0, -1);
  const entries = lines.filter((line) => !line.startsWith("#")).map(parse);
  const [changed, ignored]: [string[], string[]] = [[], []];
  for (const { path, kind } of entries) (kind === "!" ? ignored : changed).push(path);
  return {
    committed: !lines.includes("# branch.oid (initial)"),
    changed,
    ignored,
  };
}

interface Entry {
  /** "1": changed, "u": unmerged, "?": new, "!": ignored. */
  readonly kind: string;
  readonly path: string;
}

/** Parses an entry as described in "Porcelain Format Version 2" of git-status(1). */
function parse(line: string): Entry {
  const [kind = "", ...fields] = line.split(" ");
  const fieldsBeforePath = kind === "1" ? 7 : kind === "u" ? 9 : 0;
  return { kind, path: fields.slice(fieldsBeforePath).join(" ") };
}

/** Entries of the index that are not regular files or that git does not watch. */
export interface IndexedApart {
  /** Nested repositories; the index contains their commits. */
  readonly repositories: readonly string[];
  /** Files that git does not compare with the disk; `sparse` is true if they are outside a sparse checkout. */
  readonly unwatched: readonly { readonly path: string; readonly sparse: boolean }[];
}

/** Reads an index that only git can read. See `-v` and `--stage` in git-ls-files(1). */
export async function readIndexedApart(place: GitPlace): Promise<IndexedApart> {
  const { stdout } = await askGit(place, ["ls-files", "-v", "--stage", "--full-name", "-z", "--", ":/"]);
  const entries = stdout
    .split("\0")
    .slice(0, -1)
    .map((line) => ({
      tag: line.slice(0, 1),
      mode: line.slice(2, 8),
      path: line.slice(line.indexOf("\t") + 1),
    }));
  return {
    repositories: entries.flatMap(({ mode, path }) => (mode === "160000" ? [path] : [])),
    unwatched: entries.flatMap(({ tag, path }) =>
      /[a-zS]/.test(tag) ? [{ path, sparse: tag === "S" }] : [],
    ),
  };
}
