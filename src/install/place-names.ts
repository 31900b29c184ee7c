import { isGitName } from "../core/paths.ts";

/** What `skills install` keeps in a root beside the skills. All of it begins with a dot, or is a file: clients look for skills in directories. */
export const places = {
  lock: "skills.lock.json",
  /** Held by the one process that changes the root, and where that process puts what is coming and going. */
  transaction: ".skills-transaction",
  backups: ".skills-backup",
} as const;

/** In the transaction's directory. */
export const parts = {
  /** Skills on their way in. */
  fresh: "new",
  /** Skills on their way out. */
  old: "old",
  /** The lock on its way in. */
  lock: "lock.json",
  journal: "journal.json",
} as const;

/** What a directory in a root may be called for `skills uninstall` to take it away: clients find skills by more names than the specification has, and none in what begins with a dot. */
export function isPlaceName(name: string): boolean {
  return /^[^./\\\0][^/\\\0]*$/.test(name) && !isGitName(name);
}

/** The specification's form of a skill's name, which is also that of its directory: agentskills.io/specification#name-field */
export function isSkillName(name: string): boolean {
  return name.length <= 64 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);
}
