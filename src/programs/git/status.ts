import { askGit, type GitPlace } from "./run-git.ts";

/** What differs between the last commit, the index and the disk. Paths begin at the root, with "/" between and, where they are those of directories, at their ends. */
export interface GitStatus {
  /** Something has been committed. */
  readonly committed: boolean;
  /** What differs from the last commit, on the disk or in the index, and what is new and not ignored. */
  readonly changed: readonly string[];
  /** What is new and ignored, for whatever reason: a directory as a whole, where a pattern is about the directory. */
  readonly ignored: readonly string[];
  /** What the index does not have as the disk has it, ignored or not; a plain file or link in both is only said to have changed. Absent where git could not see everything. */
  readonly unlike?: readonly string[];
}

/**
 * Of a repository within this one only its commit counts: what else changed there its own git has to be asked. `options` are to keep
 * filters from running.
 */
export async function readStatus(place: GitPlace, options: readonly string[]): Promise<GitStatus> {
  const exact = process.platform === "linux" ? ["-c", "core.ignoreCase=false"] : [];
  const { stdout, stderr } = await askGit(place, [
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
    ...(stderr === "" && { unlike: entries.flatMap(({ path, unlike }) => (unlike ? [path] : [])) }),
  };
}

interface Entry {
  /** "1" for what differs, "u" for what is to be merged, "?" for what is new, "!" for what is ignored. */
  readonly kind: string;
  readonly path: string;
  readonly unlike: boolean;
}

/** See "Porcelain Format Version 2" of git-status(1). The second state is that of the disk: "M" is another content or mode. */
function parse(line: string): Entry {
  const [kind = "", states = "", ...fields] = line.split(" ");
  // What stands before the path: six fields more, or, where several versions are to be merged, eight.
  if (kind === "1" || kind === "u")
    return {
      kind,
      path: fields.slice(kind === "1" ? 6 : 8).join(" "),
      unlike: kind === "u" || !/^.[.M]$/.test(states),
    };
  return { kind, path: line.slice(kind.length + 1), unlike: true };
}

/** What the index holds beside plain files that git looks after. */
export interface IndexedApart {
  /** Repositories within this one, whose commits it has. */
  readonly repositories: readonly string[];
  /** What git does not look for on the disk; `sparse` where it lies outside of a sparse checkout. */
  readonly unwatched: readonly { readonly path: string; readonly sparse: boolean }[];
}

/** For an index that only git can read. See `-v` and `--stage` of git-ls-files(1). */
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
