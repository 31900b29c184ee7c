import { SkillsError, type SkillsErrorCode } from "./errors.ts";
import { quote } from "./show.ts";

/** What a system's error code means for somebody who wanted to read; what is not listed keeps its code. */
const meanings: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  ELOOP: "a symbolic link",
  ENAMETOOLONG: "its path is too long for this system",
  ENOENT: "it is gone",
  ENOTDIR: "it is gone",
  EPERM: "permission denied",
  // What Node says of a name with a NUL in it.
  ERR_INVALID_ARG_VALUE: "no file can have such a name",
};

/** The error for a file that cannot or may not be read. `reason` is a phrase that continues "not read: …". */
export function cannotRead(
  shown: string,
  reason: string,
  { code = "unreadable", cause }: { readonly code?: SkillsErrorCode; readonly cause?: unknown } = {},
): SkillsError {
  return new SkillsError(code, `cannot read ${quote(shown)}: ${reason}`, { cause });
}

/** The phrase that continues "not read: …" for what a source threw. Throws again what is no SkillsError. */
export function reasonOf(error: unknown, shown: string): string {
  if (!(error instanceof SkillsError)) throw error;
  const introduction = cannotRead(shown, "").message;
  return error.message.startsWith(introduction) ? error.message.slice(introduction.length) : error.message;
}

/** The same phrase for an error of the file system. Throws again what is none. */
export function systemReason(error: unknown): string {
  const code = systemCode(error);
  if (code === undefined) throw error;
  return meanings[code] ?? `the system says ${code}`;
}

/** A code such as "ENOENT"; undefined for what is no error of Node's. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
