import { isGitName } from "../core/paths.ts";

/** Names that `skills install` uses in a root next to the skills. They start with a dot or are files, as clients look for skills in directories. */
export const places = {
  lock: "skills.lock.json",
  /** Held by the process that changes the root, for the files of its change. */
  transaction: ".skills-transaction",
  backups: ".skills-backup",
} as const;

/** Names in the transaction's directory. */
export const parts = {
  /** New skills. */
  fresh: "new",
  /** Replaced or removed skills. */
  old: "old",
  /** The new lock. */
  lock: "lock.json",
  journal: "journal.json",
} as const;

/** Whether `skills uninstall` may remove a directory of this name: clients load skills with more names than the specification allows, but not from names with a leading dot. */
export function isPlaceName(name: string): boolean {
  return /^[^./\\\0][^/\\\0]*$/.test(name) && !isGitName(name);
}

/** Whether it is a valid skill name, also for the skill's directory: agentskills.io/specification#name-field */
export function isSkillName(name: string): boolean {
  return name.length <= 64 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);
}
