import type { MissingBase } from "../model/missing-base.ts";
import { SkillsError } from "../core/errors.ts";
import { quote, show } from "../core/show.ts";
import { askGit, refusal, startGit, withoutFilters, type GitPlace } from "./run-git.ts";
import { readStatus, type GitStatus } from "./status.ts";
import type { Ran } from "../programs/run.ts";

/** A repository's working tree. */
export interface Repository extends GitPlace {
  /** Absolute path of the working tree's directory, as git reports it, with "/" and without symlinks. */
  readonly root: string;
  /** Absolute path of the git directory, which contains the index. */
  readonly git: string;
}

/** The differences between a commit and the files on the disk. */
export interface GitChanges extends Pick<Repository, "root">, Pick<GitStatus, "ignored"> {
  /**
   * Paths relative to the root, with "/", of changed files and of nested repositories at another commit. Absent if
   * there is no commit to compare with; then any file may have changed.
   */
  readonly paths?: readonly string[];
  /** Why there is no commit to compare with; absent if the repository has no commits at all. */
  readonly missing?: MissingBase;
  /** The revision does not exist, and not just because the clone is shallow. */
  readonly misnamed?: true;
}

/** The changes in the repository that contains a directory; undefined outside a repository. */
export async function gitChanges(directory: string, since?: string): Promise<GitChanges | undefined> {
  const repository = await openRepository(directory);
  return repository && changesIn(repository, await withoutFilters(repository), since);
}

/**
 * The repository that git finds; undefined outside a working tree. Throws a SkillsError if git is missing or fails.
 */
export async function openRepository(
  from: string,
): Promise<(Repository & Pick<Resolved, "shared" | "shallow">) | undefined> {
  const head = await resolve({ from }, "HEAD");
  return head && { from, root: head.root, git: head.git, shared: head.shared, shallow: head.shallow };
}

/**
 * The files that differ from the last commit: staged, unstaged and untracked. With `since`, also those changed by
 * commits since the branches diverged, as in `git diff SINCE...`. `options` prevent git from running the repository's
 * filters. Throws a SkillsError if git fails.
 */
export async function changesIn(
  { root, ...place }: Repository,
  options: readonly string[],
  since?: string,
): Promise<GitChanges> {
  const [{ committed, changed, ignored }, earlier] = await Promise.all([
    readStatus(place, options),
    since === undefined ? { names: [] } : committedSince(place, since),
  ]);
  const seen = { root, ignored };
  if ("missing" in earlier) return { ...seen, ...earlier };
  return committed ? { ...seen, paths: [...earlier.names, ...changed] } : seen;
}

/** Names of branches and tags, for suggestions if a commit is unknown. */
export async function nameCommits(from: string): Promise<readonly string[]> {
  const { stdout } = await startGit({ from }, [
    "for-each-ref",
    `--count=${mostNames}`,
    "--format=%(refname:short)",
  ]);
  return ["HEAD", ...stdout.split("\n").filter((name) => name !== "")];
}

const mostNames = 1_000;

async function committedSince(
  place: GitPlace,
  since: string,
): Promise<
  | { readonly names: readonly string[] }
  | (Required<Pick<GitChanges, "missing">> & Pick<GitChanges, "misnamed">)
> {
  const quick = plainCommit.test(since)
    ? await startGit(place, [...treeDifference, "--merge-base", `${since}^{commit}`, "HEAD", "--"])
    : undefined;
  if (quick?.code === 0 && !quick.cut) return { names: quick.stdout.split("\0").slice(0, -1) };
  // Git before 2.30 has no option here that separates a revision from options.
  const base = await resolve(place, since.startsWith("-") ? "HEAD" : since);
  const shallow = base?.shallow ?? false;
  if (base?.commit === undefined || since.startsWith("-"))
    return {
      missing: { reason: `unknown commit "${show(since)}"`, shallow },
      ...(!shallow && { misnamed: true }),
    };
  const { stdout: forked } = await askGit(place, ["merge-base", base.commit, "HEAD"], [0, 1, 128]);
  if (forked === "")
    return {
      missing: {
        reason: `"${show(since)}" has no commit in common with HEAD`,
        shallow,
      },
    };
  const { stdout } = await askGit(place, [...treeDifference, forked.trim(), "HEAD", "--"]);
  return { names: stdout.split("\0").slice(0, -1) };
}

/** One call is enough for these, unless git is older than 2.30 or the commits have no single merge base. */
const plainCommit = /^\w[\w./@~^-]*$/;

const treeDifference = [
  "diff-tree",
  "-r",
  "--no-renames",
  "--ignore-submodules=none",
  "--name-only",
  "-z",
] as const;

interface Resolved extends Pick<Repository, "root" | "git"> {
  /**
   * The directory that this working tree shares with others, which contains most settings; absolute, or relative to
   * the working tree.
   */
  readonly shared: string;
  readonly shallow: boolean;
  /** Absent if no commit has that name. */
  readonly commit?: string;
}

/**
 * Resolves the name of a commit. Anything else, such as a range, is not found. Throws a SkillsError if the repository
 * is inside the files of another one.
 */
async function resolve(place: GitPlace, name: string): Promise<Resolved | undefined> {
  const ran = await startGit(place, [
    "rev-parse",
    ...pathQuestions,
    "--is-shallow-repository",
    "--verify",
    "--quiet",
    `${name}^{commit}`,
  ]);
  if (ran.code !== 0 && ran.code !== 1) return refuseOrNone(ran);
  const lines = ran.stdout.split("\n").slice(0, -1);
  const commit = ran.code === 0 ? lines.pop() : undefined;
  const shallow = lines.pop() === "true";
  const [root, git, shared, inner] = lines.length === pathQuestions.length ? lines : await askPaths(place);
  if (!root || !git || !shared) throw refusal(ran);
  // Git before 2.38 accepts a directory that looks like a bare repository, whatever its settings are.
  if (`${root}/${inner}`.startsWith(`${git}/`))
    throw new SkillsError(
      "unreadable",
      `git cannot determine what changed: it treats ${quote(place.from)} as a separate repository`,
    );
  return {
    root,
    git,
    shared,
    shallow,
    ...(commit !== undefined && /^[0-9a-f]+$/.test(commit) && { commit }),
  };
}

const pathQuestions = ["--show-toplevel", "--absolute-git-dir", "--git-common-dir", "--show-prefix"] as const;

/** Requests the paths one by one, as a path may contain a line break. */
function askPaths(place: GitPlace): Promise<readonly string[]> {
  return Promise.all(
    pathQuestions.map(async (question) => (await askGit(place, ["rev-parse", question])).stdout.slice(0, -1)),
  );
}

function refuseOrNone(ran: Ran): undefined {
  if (!/not a git repository|must be run in a work tree/.test(ran.stderr)) throw refusal(ran);
}
