import { gitChanges } from "../../git/changes.ts";
import { findCommits } from "../../git/trees.ts";
import { SkillsError } from "../../core/errors.ts";

interface Asked {
  readonly cwd: string;
  /** The commit before the change, as given by the server; absent if it gives none. */
  readonly base?: string;
  /** The last commit of the change. */
  readonly head?: string;
}

export interface ChangeBase {
  /** The working tree's absolute directory, as git reports it; absent outside a repository. */
  readonly root?: string;
  /** The commit to compare the checked-out one with. */
  readonly commit?: string;
  /** Why there is no such commit. */
  readonly missing?: string;
  /** The commit before the change, if the clone has it, whatever is checked out. */
  readonly before?: string;
  /** Whether the clone is shallow, which may be the reason. */
  readonly shallow: boolean;
}

/**
 * The commit to compare a change with. If a merge of the change's head is checked out, this is the merge's first
 * parent, as the base may have moved on since; if the head itself is checked out, it is the base. Otherwise the
 * change is unknown, which must not count as empty. Fetches nothing.
 */
export async function findChangeBase({ cwd, base, head }: Asked): Promise<ChangeBase> {
  const found = await findCommits(cwd, ["HEAD", "HEAD^1", "HEAD^2", ...(base === undefined ? [] : [base])]);
  const { root, shallow = false, commits = new Map<string, string>() } = found ?? {};
  const before = commits.get(base ?? "");
  const known = {
    ...(root !== undefined && { root }),
    ...(before !== undefined && { before }),
    shallow,
  };
  if (base === undefined || head === undefined) return known;
  if (!found) return { ...known, missing: await whyNoGit(cwd) };
  const isMerge = commits.get("HEAD^2") === head;
  if (!isMerge && commits.get("HEAD") !== head)
    return {
      ...known,
      missing: shallow
        ? "the clone lacks the commit before the change"
        : "the checked-out commit is neither the commit of the change nor a merge of it",
    };
  const commit = isMerge ? commits.get("HEAD^1")! : base;
  const { missing } = (await gitChanges(cwd, commit)) ?? {};
  return { ...known, ...(missing ? { missing: missing.reason } : { commit }) };
}

/** Runs git again to get the reason for the failure. */
async function whyNoGit(cwd: string): Promise<string> {
  try {
    await gitChanges(cwd);
    return "the working directory is not in a git repository";
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    return error.message;
  }
}
