import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";

/** What a system's error code means for somebody who wanted to write; what is not listed keeps its code. */
const meanings: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EBUSY: "it is in use",
  EDQUOT: "the quota is used up",
  EEXIST: "there is a file where a directory is expected",
  EFBIG: "it is larger than the system allows",
  EINVAL: "no file can have such a name",
  EISDIR: "there is a directory where a file is expected",
  ELOOP: "a symbolic link",
  ENAMETOOLONG: "its path is too long for this system",
  ENOENT: "it is gone",
  ENOSPC: "the disk is full",
  ENOTDIR: "there is a file where a directory is expected",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ETXTBSY: "it is being run",
  // What Node says of a name with a NUL in it.
  ERR_INVALID_ARG_VALUE: "no file can have such a name",
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
    const code = systemCode(cause);
    if (code === undefined) throw cause;
    throw cannotWrite(shown, meanings[code] ?? `the system says ${code}`, cause);
  }
}

/** A code such as "ENOENT"; undefined for what is no error of the file system. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error &&
    !(error instanceof SkillsError) &&
    "code" in error &&
    typeof error.code === "string"
    ? error.code
    : undefined;
}
