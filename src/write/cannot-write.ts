import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";

/** What a system's error code means for somebody who wanted to write; what is not listed keeps its code. */
const meanings: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EDQUOT: "the quota is used up",
  ELOOP: "a symbolic link",
  ENOENT: "it is gone",
  ENOSPC: "the disk is full",
  ENOTDIR: "it is gone",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
};

/** The error for a file that cannot or may not be written. */
export function cannotWrite(shown: string, reason: string, cause?: unknown): SkillsError {
  return new SkillsError("unwritable", `cannot write ${quote(shown)}: ${reason}`, { cause });
}

/** What `act` gives back; an error of the file system becomes a SkillsError. */
export function attempt<T>(shown: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    if (!(cause instanceof Error) || !("code" in cause) || typeof cause.code !== "string") throw cause;
    throw cannotWrite(shown, meanings[cause.code] ?? `the system says ${cause.code}`, cause);
  }
}
