import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";

/** Descriptions of system error codes for writing. Other codes are shown as they are. */
const meanings: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EBUSY: "file is in use",
  EDQUOT: "disk quota exceeded",
  EEXIST: "a file exists where a directory is needed",
  EFBIG: "file is too large for the system",
  EINVAL: "invalid file name",
  EISDIR: "a directory exists where a file is needed",
  ELOOP: "it is a symlink",
  ENAMETOOLONG: "path is too long for this system",
  ENOENT: "no such file or directory",
  ENOSPC: "disk is full",
  ENOTDIR: "a file exists where a directory is needed",
  EPERM: "permission denied",
  EROFS: "file system is read-only",
  ETXTBSY: "file is being executed",
  // Node's code for a name that contains a NUL.
  ERR_INVALID_ARG_VALUE: "invalid file name",
};

/** The error for a file that cannot or may not be written. */
export function cannotWrite(shown: string, reason: string, cause?: unknown): SkillsError {
  return new SkillsError("unwritable", `cannot write ${quote(shown)}: ${reason}`, { cause });
}

/** Returns the result of `act`; turns a file system error into a SkillsError. */
export function attempt<T>(shown: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    const code = systemCode(cause);
    if (code === undefined) throw cause;
    throw cannotWrite(shown, meanings[code] ?? `system error ${code}`, cause);
  }
}

/** A code such as "ENOENT"; undefined if it is not a file system error. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error &&
    !(error instanceof SkillsError) &&
    "code" in error &&
    typeof error.code === "string"
    ? error.code
    : undefined;
}
