import { quote } from "../core/show.ts";
import type { PyValue } from "../dialects/python/value.ts";
import type { RefusalReason } from "../model/client.ts";

/** One message of the reference, and what it is about. */
export interface Complaint {
  /** The reference's own words; for a crash, ours. */
  readonly message: string;
  readonly reason: RefusalReason;
  /** The frontmatter key it is about. */
  readonly field?: string;
}

/** A value, or the one complaint that keeps the reference from it; "crash" where it dies of an exception instead. */
export type Result<Value> =
  | { readonly outcome: "value"; readonly value: Value }
  | { readonly outcome: "error"; readonly complaint: Complaint }
  | { readonly outcome: "crash"; readonly complaint: Complaint };

/** The frontmatter as the reference holds it: top-level keys in the order written. */
export type Metadata = ReadonlyMap<string, PyValue>;

export interface ParsedSkill {
  readonly metadata: Metadata;
  /** What follows the closing dashes, stripped. */
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

/** What the reference would say in a traceback, said for the author of the skill. `type` and `message` are the Python exception's. */
export function describeCrash(type: string, message: string): Complaint {
  if (type === "UnicodeDecodeError") return complaint(`SKILL.md is not UTF-8: ${message}`, "encoding");
  if (message.includes("ReaderError"))
    return complaint(
      "the frontmatter has a character that YAML does not allow, such as a control character",
      "control-character",
    );
  if (type === "RecursionError")
    return complaint("the frontmatter nests deeper than the reference can follow", "crash");
  return complaint(`the frontmatter makes the reference crash with ${quote(`${type}: ${message}`)}`, "crash");
}
