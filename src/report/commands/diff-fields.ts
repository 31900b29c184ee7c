import { grouped } from "../../core/sentence.ts";
import type { FieldChange } from "../../results/diff.ts";
import type { FieldValue } from "../../model/frontmatter.ts";
import { diffLines } from "../drawing/line-diff.ts";
import type { Paint } from "../drawing/paint.ts";
import type { SurveyStyle } from "./survey-style.ts";
import { wrap } from "../drawing/text-wrap.ts";
import { clean } from "../drawing/width.ts";

/** UTF-16 units of a value; a description may have 1,024 characters, and nothing may hide behind its end. */
const shownValue = 4_096;

/** Of what is the same in both values, words around what differs. */
const shownAround = 6;

/** Each field with its old and its new value, the words that differ in colour; of a long value that changed what differs and the words around it. */
export function drawFieldChanges(fields: readonly FieldChange[], style: SurveyStyle): readonly string[] {
  if (fields.length === 0) return [];
  return [
    style.paint.bold(`Fields (${grouped(fields.length)})`),
    ...fields.flatMap((field) => drawField(field, style)),
  ];
}

function drawField(
  { kind, key, old, new: current }: FieldChange,
  { paint, width, all }: SurveyStyle,
): readonly string[] {
  const limit = all ? Infinity : shownValue;
  const [before, after] = [wordsOf(old, limit), wordsOf(current, limit)];
  const marks = mark(before, after, paint, kind !== "changed" || all);
  const side = (sign: string, words: readonly string[]): readonly string[] =>
    wrap(words.join(" "), width - 6).map((line, at) => `    ${at === 0 ? sign : " "} ${line}`);
  return [
    `  ${clean(key, 200)}${kind === "changed" ? "" : ` (${kind})`}`,
    ...(old === undefined ? [] : side("-", marks.before)),
    ...(current === undefined ? [] : side("+", marks.after)),
  ];
}

function wordsOf(value: FieldValue = "", limit: number): readonly string[] {
  const text =
    typeof value === "string"
      ? value
      : Array.isArray(value) && value.every((item) => typeof item === "string")
        ? value.join(", ")
        : JSON.stringify(value);
  return clean(text, limit).split(" ");
}

function mark(
  before: readonly string[],
  after: readonly string[],
  { severity, good }: Paint,
  whole: boolean,
): { readonly before: readonly string[]; readonly after: readonly string[] } {
  const differences = diffLines(before, after);
  const [marked, added] = [[...before], [...after]];
  for (const { from, fromEnd, to, toEnd } of differences) {
    for (let at = from; at < fromEnd; at++) marked[at] = severity.error(before[at]!);
    for (let at = to; at < toEnd; at++) added[at] = good(after[at]!);
  }
  if (whole) return { before: marked, after: added };
  return {
    before: around(
      marked,
      differences.map(({ from, fromEnd }) => [from, fromEnd]),
    ),
    after: around(
      added,
      differences.map(({ to, toEnd }) => [to, toEnd]),
    ),
  };
}

/** The words in these stretches and beside them, with "…" for what is left out between. */
function around(
  words: readonly string[],
  stretches: readonly (readonly [number, number])[],
): readonly string[] {
  const kept: string[] = [];
  let end = 0;
  for (const [from, to] of stretches) {
    const start = Math.max(end, from - shownAround);
    const next = Math.min(words.length, to + shownAround);
    kept.push(...leftOut(words, end, start), ...words.slice(start, next));
    end = Math.max(end, next);
  }
  return [...kept, ...leftOut(words, end, words.length)];
}

/** One word takes no more room than what stands for it. */
function leftOut(words: readonly string[], from: number, to: number): readonly string[] {
  return to - from > 1 ? ["…"] : words.slice(from, to);
}
