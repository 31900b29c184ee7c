import { SkillsError, type SkillsErrorCode } from "./errors.ts";
import { quote } from "./show.ts";

/** Descriptions of system error codes for reading. Other codes are shown as they are. */
const meanings: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  ELOOP: "it is a symlink",
  ENAMETOOLONG: "path is too long for this system",
  ENOENT: "no such file or directory",
  ENOTDIR: "no such file or directory",
  EPERM: "permission denied",
  // Node's code for a name that contains a NUL.
  ERR_INVALID_ARG_VALUE: "invalid file name",
};

/** The error for a file that cannot or may not be read. `reason` follows "cannot read …: ". */
export function cannotRead(
  shown: string,
  reason: string,
  { code = "unreadable", cause }: { readonly code?: SkillsErrorCode; readonly cause?: unknown } = {},
): SkillsError {
  return new SkillsError(code, `cannot read ${quote(shown)}: ${reason}`, { cause });
}

/** The reason in a source's error, to follow "cannot read …: ". Rethrows anything but a SkillsError. */
export function reasonOf(error: unknown, shown: string): string {
  if (!(error instanceof SkillsError)) throw error;
  const introduction = cannotRead(shown, "").message;
  return error.message.startsWith(introduction) ? error.message.slice(introduction.length) : error.message;
}

/** The reason for a file system error. Rethrows anything else. */
export function systemReason(error: unknown): string {
  const code = systemCode(error);
  if (code === undefined) throw error;
  return meanings[code] ?? `system error ${code}`;
}

/** A code such as "ENOENT"; undefined if it is not a Node error. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
