import { quote } from "../../core/show.ts";
import type { PyValue } from "../../dialects/python/value.ts";
import type { RefusalReason } from "../../model/validator.ts";

/** A message of the reference, and what it is about. */
export interface Complaint {
  /** The reference's message, or ours if the reference crashes. */
  readonly message: string;
  readonly reason: RefusalReason;
  /** The frontmatter key that the message is about. */
  readonly field?: string;
}

/** A value, or the reference's complaint; "crash" means that the reference ends with an uncaught exception. */
export type Result<Value> =
  | { readonly outcome: "value"; readonly value: Value }
  | { readonly outcome: "error"; readonly complaint: Complaint }
  | { readonly outcome: "crash"; readonly complaint: Complaint };

/** The frontmatter as the reference stores it: top-level keys, in the order in which they are written. */
export type Metadata = ReadonlyMap<string, PyValue>;

export interface ParsedSkill {
  readonly metadata: Metadata;
  /** The text after the closing dashes, without leading and trailing whitespace. */
  readonly body: string;
}

export function failure(
  message: string,
  reason: RefusalReason,
  field?: string,
): { readonly outcome: "error"; readonly complaint: Complaint } {
  return { outcome: "error", complaint: complaint(message, reason, field) };
}

export function complaint(message: string, reason: RefusalReason, field?: string): Complaint {
  return field === undefined ? { message, reason } : { message, reason, field };
}

/**
 * A message for the skill's author in place of the reference's traceback. `type` and `message` are those of the Python
 * exception.
 */
export function describeCrash(type: string, message: string): Complaint {
  if (type === "UnicodeDecodeError") return complaint(`SKILL.md is not UTF-8: ${message}`, "encoding");
  if (message.includes("ReaderError"))
    return complaint(
      "the frontmatter has a character that YAML does not allow, such as a control character",
      "control-character",
    );
  if (type === "RecursionError")
    return complaint("the frontmatter is nested too deeply for the reference", "crash");
  return complaint(`the frontmatter makes the reference crash with ${quote(`${type}: ${message}`)}`, "crash");
}
