import { SkillsError } from "../core/errors.ts";
import { show } from "../core/show.ts";
import { run, type Ran } from "./run.ts";

/** What differs between a commit and the files on the disk. */
export interface GitChanges {
  /** The working tree's directory, absolute, as git has it: with "/", and without links. */
  readonly root: string;
  /** Paths from the root, with "/": of files, and of repositories within this one. Absent where there is no commit to hold them against, so that any may have changed. */
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

/**
 * The files that differ from the last commit: staged or not, and untracked. With `since` also those that were changed by a commit
 * since the branches parted, as in `git diff SINCE...`. A rename is the loss of one file and the gain of another, so that both are
 * told; git need not look into files for it, and so does not fetch them into a partial clone.
 * Undefined outside of a working tree. Throws a SkillsError where git is absent or refuses.
 */
export async function gitChanges(directory: string, since?: string): Promise<GitChanges | undefined> {
  const head = await resolve(directory, "HEAD");
  if (!head) return undefined;
  const { root, shallow, commit } = head;
  if (since === undefined) return commit === undefined ? { root } : { root, paths: await uncommitted(directory) };
  // Versions of git before 2.30 know no other way to tell a name from an option here.
  const base = commit === undefined || since.startsWith("-") ? undefined : (await resolve(directory, since))?.commit;
  if (base === undefined) return { root, missing: { reason: `there is no commit "${show(since)}" here`, shallow } };
  const forked = (await git(directory, ["merge-base", base, "HEAD"], [0, 1])).trim();
  if (forked === "") return { root, missing: { reason: `"${show(since)}" and the commit that is checked out have no commit in common here`, shallow } };
  const [committed, rest] = await Promise.all([namesFrom(directory, ["diff-tree", "-r", "--no-renames", "--name-only", "-z", forked, "HEAD", "--"]), uncommitted(directory)]);
  return { root, paths: [...committed, ...rest] };
}

interface Resolved {
  readonly root: string;
  readonly shallow: boolean;
  readonly commit?: string;
}

/** One commit by its name; what is no name of one, such as a range, is none. */
async function resolve(directory: string, name: string): Promise<Resolved | undefined> {
  const ran = await start(directory, ["rev-parse", "--show-toplevel", "--is-shallow-repository", "--verify", "--quiet", `${name}^{commit}`]);
  const [root, shallow, commit = ""] = ran.stdout.split("\n");
  if (root && (ran.code === 0 || ran.code === 1)) return { root, shallow: shallow === "true", ...(ran.code === 0 && /^[0-9a-f]+$/.test(commit) && { commit }) };
  if (/not a git repository|must be run in a work tree/.test(ran.stderr)) return undefined;
  throw refusal(ran);
}

/** Against the last commit, and not the index, as it does not matter what is staged. */
async function uncommitted(directory: string): Promise<readonly string[]> {
  const tracked = namesFrom(directory, ["diff", "--no-ext-diff", "--no-textconv", "--no-renames", "--ignore-submodules=none", "--name-only", "-z", "HEAD", "--"]);
  const untracked = namesFrom(directory, ["ls-files", "--others", "--exclude-standard", "--full-name", "-z", "--", ":/"]);
  return (await Promise.all([tracked, untracked])).flat();
}

async function namesFrom(directory: string, words: readonly string[]): Promise<readonly string[]> {
  return (await git(directory, words)).split("\0").slice(0, -1);
}

async function git(directory: string, words: readonly string[], expected: readonly number[] = [0]): Promise<string> {
  const ran = await start(directory, words);
  if (ran.cut || ran.code === undefined || !expected.includes(ran.code)) throw refusal(ran);
  return ran.stdout;
}

/** The names of a million files. */
const limits = { milliseconds: 60_000, outputBytes: 128 * 1024 * 1024 };

/** No program that is asked for changed files or that is said to be faster at it, and names as they are, from the root. */
const settings = ["core.fsmonitor=false", "core.quotePath=off", "diff.relative=false", "diff.autoRefreshIndex=true"].flatMap((setting) => ["-c", setting]);

function start(directory: string, words: readonly string[]): Promise<Ran> {
  return run("git", ["--no-optional-locks", "--no-pager", ...settings, "-C", directory, ...words], "", limits, environment());
}

/** Where git finds its configuration, without which it may refuse a repository that belongs to another user. */
const passed = /^(?:HOME|HOMEDRIVE|HOMEPATH|USERPROFILE|XDG_CONFIG_HOME|GIT_CEILING_DIRECTORIES|GIT_CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+))$/;

/** Every other GIT_ variable could lead to another repository or index, as a hook's do; nothing may be fetched. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => passed.test(name));
  return { ...Object.fromEntries(kept), GIT_ALLOW_PROTOCOL: "none", GIT_NO_LAZY_FETCH: "1", GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0" };
}

function refusal({ cut, stderr }: Ran): SkillsError {
  if (cut === "absent") return new SkillsError("not-found", "there is no git here, and only git can tell what has changed");
  if (cut) return new SkillsError("unreadable", cut === "time" ? `git took longer than ${limits.milliseconds / 1000} s` : "git named more files than can be read");
  const [said = ""] = stderr.trim().split("\n");
  return new SkillsError("unreadable", `git cannot tell what has changed: ${show(said.replace(/^fatal: /, ""))}`);
}
