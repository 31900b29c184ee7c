import { lstatSync, realpathSync } from "node:fs";
import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { readFileIfThere } from "./open-file.ts";

/** A repository that is located without running git. */
export interface PlainRepository {
  /** The requested directory, without symlinks. */
  readonly from: string;
  readonly root: string;
  readonly git: string;
  /** Git must not search above this directory: it finds this repository or none. */
  readonly ceiling: string;
}

/**
 * The repository that contains a directory, in the common case: a directory `.git` at its root, no settings
 * that redirect it, and no filters. Undefined in any doubt, for example if a directory in between could be a
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
 * Whether a repository may define filters or include other settings, by its git directory and the one that it
 * shares with other working trees. True in doubt. Section names must be written out in full, in either case.
 */
export function mayLeadElsewhere(git: string, shared: string): boolean {
  const own = textOf(path.join(git, "config.worktree")) ?? "";
  const common = textOf(path.join(shared, "config"));
  return common === undefined || /filter|include/i.test(own + common);
}

/** Undefined if it does not exist; an unreadable file may contain anything. */
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
