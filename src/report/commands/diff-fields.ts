import { grouped } from "../../core/sentence.ts";
import type { FieldChange } from "../../core/skill-diff.ts";
import type { FieldValue } from "../../core/skill.ts";
import { diffLines } from "../drawing/line-diff.ts";
import type { Paint } from "../drawing/paint.ts";
import type { SurveyStyle } from "./survey-style.ts";
import { wrap } from "../drawing/text-wrap.ts";
import { clean } from "../drawing/width.ts";

/** UTF-16 units of a value; a description may have 1,024 characters, and nothing may hide behind its end. */
const shownValue = 4_096;

/** Each field with its old and its new value whole, the words that differ in colour. */
export function drawFieldChanges(fields: readonly FieldChange[], style: SurveyStyle): readonly string[] {
  if (fields.length === 0) return [];
  return [style.paint.bold(`Fields (${grouped(fields.length)})`), ...fields.flatMap((field) => drawField(field, style))];
}

function drawField({ kind, key, old, new: current }: FieldChange, { paint, width, all }: SurveyStyle): readonly string[] {
  const limit = all ? Infinity : shownValue;
  const [before, after] = [wordsOf(old, limit), wordsOf(current, limit)];
  const marks = mark(before, after, paint);
  const side = (sign: string, words: readonly string[]): readonly string[] => wrap(words.join(" "), width - 6).map((line, at) => `    ${at === 0 ? sign : " "} ${line}`);
  return [`  ${clean(key, 200)}${kind === "changed" ? "" : ` (${kind})`}`, ...(old === undefined ? [] : side("-", marks.before)), ...(current === undefined ? [] : side("+", marks.after))];
}

function wordsOf(value: FieldValue = "", limit: number): readonly string[] {
  const text = typeof value === "string" ? value : Array.isArray(value) && value.every((item) => typeof item === "string") ? value.join(", ") : JSON.stringify(value);
  return clean(text, limit).split(" ");
}

function mark(before: readonly string[], after: readonly string[], { severity, good }: Paint): { readonly before: readonly string[]; readonly after: readonly string[] } {
  const differences = diffLines(before, after);
  const [marked, added] = [[...before], [...after]];
  for (const { from, fromEnd, to, toEnd } of differences) {
    for (let at = from; at < fromEnd; at++) marked[at] = severity.error(before[at]!);
    for (let at = to; at < toEnd; at++) added[at] = good(after[at]!);
  }
  return { before: marked, after: added };
}
