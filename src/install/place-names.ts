import { isGitName } from "../core/paths.ts";

/**
 * Names that `skills install` uses in a root next to the skills. They start with a dot or are files, as clients look
 * for skills in directories.
 */
export const places = {
  lock: "skills.lock.json",
  /** The directory of the process that is changing the root, with the files of the change. */
  transaction: ".skills-transaction",
  backups: ".skills-backup",
} as const;

/** Names in the transaction's directory. */
export const parts = {
  /** The new skills. */
  fresh: "new",
  /** The replaced or removed skills. */
  old: "old",
  /** The new lock. */
  lock: "lock.json",
  journal: "journal.json",
} as const;

/**
 * Whether `skills uninstall` may remove a directory with this name. Clients load skills with more names than the
 * specification allows, but not if the name starts with a dot.
 */
export function isPlaceName(name: string): boolean {
  return /^[^./\\\0][^/\\\0]*$/.test(name) && !isGitName(name);
}

/** Whether this is a valid name for a skill and its directory (agentskills.io/specification#name-field). */
export function isSkillName(name: string): boolean {
  return name.length <= 64 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);
}
