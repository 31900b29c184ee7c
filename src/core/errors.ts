export type SkillsErrorCode =
  | "not-found"
  | "not-a-skill"
  | "unreadable"
  | "too-large"
  | "unwritable"
  | "bad-usage";

/** The tool could not do what was asked, and the user can mend it: exit 2. Anything else thrown is a bug. */
export class SkillsError extends Error {
  readonly code: SkillsErrorCode;
  /** One more sentence: what to type. */
  readonly hint?: string;
  /** What else is wrong, as sentences like the message. */
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
