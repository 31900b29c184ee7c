import { show } from "../core/show.ts";
import { askGit, refusal, startGit, withoutFilters, type GitPlace } from "./git.ts";
import { readStatus, type GitStatus } from "./git-status.ts";

/** A repository's working tree. */
export interface Repository extends GitPlace {
  /** The working tree's directory, absolute, as git has it: with "/", and without links. */
  readonly root: string;
  /** Its own directory, where its index is; absolute. */
  readonly git: string;
}

/** What differs between a commit and the files on the disk. */
export interface GitChanges extends Pick<Repository, "root">, Pick<GitStatus, "unlike"> {
  /** Paths from the root, with "/": of files, and of repositories within this one whose commit is another. Absent where there is no commit to hold them against, so that any may have changed. */
  readonly paths?: readonly string[];
  /** Why there is no such commit; absent where nothing has ever been committed. */
  readonly missing?: MissingBase;
}

export interface MissingBase {
  /** A whole sentence. */
  readonly reason: string;
  /** The history was cut off when the repository was cloned. */
  readonly shallow: boolean;
}

/** `changesIn` the repository that a directory is in; undefined outside of one. */
export async function gitChanges(directory: string, since?: string): Promise<GitChanges | undefined> {
  const repository = await openRepository(directory);
  return repository && changesIn(repository, await withoutFilters(repository), since);
}

/** The repository that git finds; undefined outside of a working tree. Throws a SkillsError where git is absent or refuses. */
export async function openRepository(from: string): Promise<(Repository & Pick<Resolved, "shared">) | undefined> {
  const head = await resolve({ from }, "HEAD");
  return head && { from, root: head.root, git: head.git, shared: head.shared };
}

/**
 * The files that differ from the last commit: staged or not, and untracked. With `since` also those that were changed by a commit
 * since the branches parted, as in `git diff SINCE...`. Under `options` git runs none of the repository's filters. Throws a SkillsError
 * where git refuses.
 */
export async function changesIn({ root, ...place }: Repository, options: readonly string[], since?: string): Promise<GitChanges> {
  const [{ committed, changed, unlike }, earlier] = await Promise.all([readStatus(place, options), since === undefined ? { names: [] } : committedSince(place, since)]);
  const seen = { root, ...(unlike && { unlike }) };
  if ("missing" in earlier) return { ...seen, missing: earlier.missing };
  return committed ? { ...seen, paths: [...earlier.names, ...changed] } : seen;
}

async function committedSince(place: GitPlace, since: string): Promise<{ readonly names: readonly string[] } | { readonly missing: MissingBase }> {
  // Versions of git before 2.30 know no other way to tell a name from an option here.
  const base = await resolve(place, since.startsWith("-") ? "HEAD" : since);
  const shallow = base?.shallow ?? false;
  if (base?.commit === undefined || since.startsWith("-")) return { missing: { reason: `there is no commit "${show(since)}" here`, shallow } };
  const { stdout: forked } = await askGit(place, ["merge-base", base.commit, "HEAD"], [0, 1, 128]);
  if (forked === "") return { missing: { reason: `"${show(since)}" and the commit that is checked out have no commit in common here`, shallow } };
  const { stdout } = await askGit(place, ["diff-tree", "-r", "--no-renames", "--name-only", "-z", forked.trim(), "HEAD", "--"]);
  return { names: stdout.split("\0").slice(0, -1) };
}

interface Resolved extends Pick<Repository, "root" | "git"> {
  /** What it shares with other working trees, such as most of its settings; absolute, or from where it was found. */
  readonly shared: string;
  readonly shallow: boolean;
  /** Absent where there is none of that name. */
  readonly commit?: string;
}

/** One commit by its name; what is no name of one, such as a range, is none. */
async function resolve({ from, ceiling }: GitPlace, name: string): Promise<Resolved | undefined> {
  const words = ["rev-parse", "--show-toplevel", "--absolute-git-dir", "--git-common-dir", "--is-shallow-repository", "--verify", "--quiet", `${name}^{commit}`];
  const ran = await startGit(from, words, "", "utf8", ceiling);
  const [root, git, shared, shallow, commit = ""] = ran.stdout.split("\n");
  if (root && git && shared && (ran.code === 0 || ran.code === 1)) return { root, git, shared, shallow: shallow === "true", ...(ran.code === 0 && /^[0-9a-f]+$/.test(commit) && { commit }) };
  if (/not a git repository|must be run in a work tree/.test(ran.stderr)) return undefined;
  throw refusal(ran);
}
