import { lstatSync, realpathSync } from "node:fs";
import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { readFileIfThere } from "./open-file.ts";

/** A repository of which git need not be asked where it is. */
export interface PlainRepository {
  /** The directory that was asked for, with no link in it. */
  readonly from: string;
  readonly root: string;
  readonly git: string;
  /** Git is to look no further up: it must come upon this one, or none. */
  readonly ceiling: string;
}

/**
 * The repository around a directory, as nearly all are: a directory `.git` at its root, no setting that leads elsewhere, and none of a
 * filter. Undefined in any doubt, as where a directory on the way could be a repository itself: what git would read there is not known.
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
 * Whether a repository may have filters of its own, or take settings from elsewhere; by its own directory, and that which it shares with
 * other working trees. In doubt it may. A section's name is written out in full, in letters of either case.
 */
export function mayLeadElsewhere(git: string, shared: string): boolean {
  const own = textOf(path.join(git, "config.worktree")) ?? "";
  const common = textOf(path.join(shared, "config"));
  return common === undefined || /filter|include/i.test(own + common);
}

/** Undefined where nothing is there; what cannot be read may hold anything. */
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
