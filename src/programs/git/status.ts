import { askGit, type GitPlace } from "./run-git.ts";

/**
 * Differences between the last commit, the index and the disk. Paths are relative to the root, with "/",
 * which directories also have at the end.
 */
export interface GitStatus {
  /** There is at least one commit. */
  readonly committed: boolean;
  /**
   * Paths that differ from the last commit, on the disk or in the index, and new paths that are not ignored.
   */
  readonly changed: readonly string[];
  /** New ignored paths: a whole directory if the pattern matches the directory. */
  readonly ignored: readonly string[];
  /**
   * Paths that differ between the index and the disk, ignored or not; a regular file or symlink in both is
   * listed only as changed. Absent if git could not see everything.
   */
  readonly unlike?: readonly string[];
}

/**
 * For a nested repository only its commit is compared; other changes in it are known only to its own git.
 * `options` keep filters from running.
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
  /** "1": changed, "u": unmerged, "?": new, "!": ignored. */
  readonly kind: string;
  readonly path: string;
  readonly unlike: boolean;
}

/**
 * See "Porcelain Format Version 2" of git-status(1). The second state is that of the disk: "M" means other
 * content or mode.
 */
function parse(line: string): Entry {
  const [kind = "", states = "", ...fields] = line.split(" ");
  // The fields before the path: six more, or eight for an unmerged path.
  if (kind === "1" || kind === "u")
    return {
      kind,
      path: fields.slice(kind === "1" ? 6 : 8).join(" "),
      unlike: kind === "u" || !/^.[.M]$/.test(states),
    };
  return { kind, path: line.slice(kind.length + 1), unlike: true };
}

/** Entries of the index that are not regular files tracked on the disk. */
export interface IndexedApart {
  /** Nested repositories, of which the index has the commit. */
  readonly repositories: readonly string[];
  /** Files that git does not compare with the disk; `sparse` if outside a sparse checkout. */
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
