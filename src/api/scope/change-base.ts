import { gitChanges } from "../../programs/git/changes.ts";
import { findCommits } from "../../programs/git/trees.ts";
import { SkillsError } from "../../core/errors.ts";

interface Asked {
  readonly cwd: string;
  /** The commit that a change begins at, as a server has it; absent where it names none. */
  readonly base?: string;
  /** The last commit of the change. */
  readonly head?: string;
}

export interface ChangeBase {
  /** The working tree's directory, absolute, as git has it; absent outside of one. */
  readonly root?: string;
  /** The commit to hold the one that is checked out against. */
  readonly commit?: string;
  /** A sentence: why there is none. */
  readonly missing?: string;
  /** The history was cut off when the repository was cloned, which may be why. */
  readonly shallow: boolean;
}

/**
 * Which commit a change that a server tells of is to be held against. Of a merge of its head the first parent, as the base may have
 * moved on since the change was made; where the head itself is checked out, the base. Where neither is, nobody can tell what the
 * change is, least of all that there is none. Nothing is fetched.
 */
export async function findChangeBase({ cwd, base, head }: Asked): Promise<ChangeBase> {
  const found = await findCommits(cwd, ["HEAD", "HEAD^1", "HEAD^2"]);
  const { root, shallow = false, commits = new Map<string, string>() } = found ?? {};
  const told = { ...(root !== undefined && { root }), shallow };
  if (base === undefined || head === undefined) return told;
  if (!found) return { ...told, missing: await whyNoGit(cwd) };
  const isMerge = commits.get("HEAD^2") === head;
  if (!isMerge && commits.get("HEAD") !== head)
    return {
      ...told,
      missing: shallow
        ? "the clone does not hold what the change begins at"
        : "what is checked out is neither the commit of the change nor a merge of it",
    };
  const commit = isMerge ? commits.get("HEAD^1")! : base;
  const { missing } = (await gitChanges(cwd, commit)) ?? {};
  return { ...told, ...(missing ? { missing: missing.reason } : { commit }) };
}

/** Asked again, for its reason. */
async function whyNoGit(cwd: string): Promise<string> {
  try {
    await gitChanges(cwd);
    return "the working directory is in no git repository";
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    return error.message;
  }
}
