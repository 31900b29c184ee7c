import { nearest } from "../../core/nearest.ts";
import { onceForEach, onceForRecent } from "../../core/once.ts";
import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { ExpectedBehavior } from "../system.ts";
import type { SmokeSubject } from "./subject.ts";

/** Whether the description that an agent announces is the one that the author wrote. */
export type Arrival =
  | { readonly outcome: "whole" }
  /** The same words, with other punctuation, such as the quotes of YAML. */
  | { readonly outcome: "altered" | "lost"; readonly message: string };

/** Maximum length of a shown description. */
const shown = 60;

/** Compares descriptions without regard to whitespace; the agent may change them as it documents. */
export function compareDescriptions(
  announced: string,
  { description }: SmokeSubject,
  { announce = (text) => text }: ExpectedBehavior,
): Arrival {
  if (description === undefined || announced === announce(description)) return { outcome: "whole" };
  const [got, written] = [fold(announced), fold(announce(description))];
  if (got === written) return { outcome: "whole" };
  if (wordsOf(got) !== "" && wordsOf(got) === wordsOf(written))
    return { outcome: "altered", message: `the description is announced as ${excerpt(got, written)}` };
  const what = written.startsWith(got)
    ? `only the first ${got.length} of ${written.length} characters of the description are announced`
    : `${quote(got, shown)} is announced instead of the description`;
  return { outcome: "lost", message: what };
}

/** The text with one space for white space; a single space is not replaced, as most white space is one. */
export function fold(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/g, " ").trim();
}

function wordsOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, "");
}

/** The part of a text around its first difference from another. */
function excerpt(text: string, other: string): string {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at++;
  const start = Math.max(0, at - shown / 2);
  return quote(`${start > 0 ? "…" : ""}${text.slice(start).toWellFormed()}`, shown);
}

/** The fields that the agent does not read, in the order of the file. */
export function unreadFields({ fields }: SmokeSubject, { reads }: ExpectedBehavior): readonly string[] {
  return fields.filter((field) => !reads.includes(field));
}

/** A sentence for each unread field that resembles one that the agent reads, if the skill does not have that one. */
export function resemblingFields(subject: SmokeSubject, behavior: ExpectedBehavior): readonly string[] {
  return unreadFields(subject, behavior).flatMap((field) => {
    const like = likenesses(behavior.reads)(field);
    return like === undefined || subject.fields.includes(like)
      ? []
      : [`this agent reads ${quote(like)}, not ${quote(field)}`];
  });
}

/** The nearest of an agent's fields. Most skills have the same few other fields. */
const likenesses = onceForEach((reads: ExpectedBehavior["reads"]) =>
  onceForRecent((field) => nearest(field, reads), 16),
);

/** Continues the message about an announced skill; empty if all fields are read. */
export function describeUnread(fields: readonly string[]): string {
  return fields.length === 0
    ? ""
    : `; does not read ${series(
        fields.map((field) => quote(field)),
        "or",
      )}`;
}
