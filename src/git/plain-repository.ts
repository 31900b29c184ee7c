import { lstatSync, realpathSync } from "node:fs";
import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { readFileIfThere } from "../read/open-file.ts";

/** A repository that was found without running git. */
export interface PlainRepository {
  /** The directory from which it was searched, without symlinks. */
  readonly from: string;
  readonly root: string;
  readonly git: string;
  /** Directory above which git must not search: it finds either this repository or none. */
  readonly ceiling: string;
}

/**
 * The repository that contains a directory, in the common case: its root has a directory `.git`, and its settings
 * neither redirect it nor define filters. Undefined if in doubt, for example if a directory in between could be a
 * repository itself.
 */
export function findPlainRepository(directory: string): PlainRepository | undefined {
  try {
    const from = realpathSync.native(directory);
    for (let root = from; ; root = path.dirname(root)) {
      const [git, ceiling] = [path.join(root, ".git"), path.dirname(root)];
      if (ceiling === root || isThere(path.join(root, "HEAD"))) return undefined;
      if (!isThere(git)) continue;
      const isPlain =
        lstatSync(git).isDirectory() &&
        !isThere(path.join(git, "commondir")) &&
        !ceiling.includes(path.delimiter) &&
        !mayLeadElsewhere(git, git) &&
        !/worktree/i.test(textOf(path.join(git, "config")) ?? "");
      return isPlain ? { from, root, git, ceiling } : undefined;
    }
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}

/**
 * Whether a repository may define filters or include other settings, judged by its git directory and the directory
 * that it shares with other working trees. True if in doubt. Section names must be written out in full, in either
 * case.
 */
export function mayLeadElsewhere(git: string, shared: string): boolean {
  const own = textOf(path.join(git, "config.worktree")) ?? "";
  const common = textOf(path.join(shared, "config"));
  return common === undefined || /filter|include/i.test(own + common);
}

/** The text of a file; undefined if it does not exist. An unreadable file may contain anything. */
function textOf(file: string): string | undefined {
  try {
    const bytes = readFileIfThere(file, file);
    return bytes && Buffer.from(bytes).toString("latin1");
  } catch (error) {
    if (error instanceof SkillsError) return "include worktree";
    throw error;
  }
}

function isThere(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}
