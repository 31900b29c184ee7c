export type SkillsErrorCode =
  | "not-found"
  | "not-a-skill"
  | "unreadable"
  | "too-large"
  | "unwritable"
  | "bad-usage";

/** An error that the user can fix, with exit code 2. Any other thrown error is a bug. */
export class SkillsError extends Error {
  readonly code: SkillsErrorCode;
  /** What the user can do about the error, as a second sentence. */
  readonly hint?: string;
  /** Further problems, as sentences like the message. */
  readonly others?: readonly string[];

  constructor(
    code: SkillsErrorCode,
    message: string,
    options: { readonly hint?: string; readonly others?: readonly string[]; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "SkillsError";
    this.code = code;
    if (options.hint !== undefined) this.hint = options.hint;
    if (options.others !== undefined) this.others = options.others;
  }
}
