import type { ParseProblem } from "../../model/frontmatter.ts";
import type { Span } from "../../core/lines.ts";

type Edits = NonNullable<ParseProblem["remedy"]>["edits"];

/** A range of the text as it is after the edits, which are inside the range and do not overlap. */
export function textAfter(text: string, { start, end }: Span, edits: Edits): string {
  const parts: string[] = [];
  let at = start;
  for (const { range, text: put } of edits.toSorted((a, b) => a.range.start.offset - b.range.start.offset)) {
    parts.push(text.slice(at, range.start.offset), put);
    at = range.end.offset;
  }
  return `${parts.join("")}${text.slice(Math.min(at, end), end)}`;
}

/** The problem with a remedy that is applied only on request. */
export function withoutSafety({ remedy, ...problem }: ParseProblem): ParseProblem {
  return remedy ? { ...problem, remedy: { title: remedy.title, edits: remedy.edits } } : problem;
}
