import type { Operation } from "../model/rule.ts";

/** Offsets are in UTF-16 code units. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type Span = Omit<Edit, "text">;

/**
 * The parts of each file that the chosen fixes change: "whole" if its name or mode changes, otherwise sorted,
 * disjoint ranges.
 */
export type Claims = Map<string, "whole" | Span[]>;

/**
 * Reserves the ranges of a fix. Returns false, and reserves nothing, if one of them is taken. Adjacent edits of
 * different fixes count as overlapping.
 */
export function claim(claims: Claims, operations: readonly Operation[]): boolean {
  const whole = new Set(operations.flatMap(wholeFiles));
  const spans = spansOf(operations);
  if (!spans || Array.from(whole).some((file) => claims.has(file))) return false;
  for (const [file, wanted] of spans) if (!isFree(claims.get(file), wanted)) return false;
  for (const [file, wanted] of spans) if (!whole.has(file)) insert(claims, file, wanted);
  for (const file of whole) claims.set(file, "whole");
  return true;
}

/** The files whose name or mode changes, with their old and new names. */
function wholeFiles(operation: Operation): readonly string[] {
  if (operation.kind === "chmod") return [operation.file];
  return operation.kind === "rename" ? [operation.from, operation.to] : [];
}

/**
 * The edits of a fix by file, sorted; undefined if they overlap. They may be adjacent, as in removals of neighboring
 * lines.
 */
function spansOf(operations: readonly Operation[]): Map<string, Span[]> | undefined {
  const spans = new Map<string, Span[]>();
  for (const operation of operations) {
    if (operation.kind !== "edit") continue;
    const { file, range } = operation;
    const span = { start: range.start.offset, end: range.end.offset };
    const known = spans.get(file);
    if (known) known.push(span);
    else spans.set(file, [span]);
  }
  for (const each of spans.values()) {
    each.sort(byPlace);
    if (each.some(({ start }, at) => at > 0 && start < each[at - 1]!.end)) return undefined;
  }
  return spans;
}

function isFree(taken: "whole" | readonly Span[] | undefined, wanted: readonly Span[]): boolean {
  if (taken === undefined) return true;
  if (taken === "whole") return false;
  return wanted.every(({ start, end }) => {
    const next = taken[firstFrom(taken, start)];
    return next === undefined || next.start > end;
  });
}

/** The first span that ends at `offset` or after it, by binary search. */
function firstFrom(spans: readonly Span[], offset: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.end < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function insert(claims: Claims, file: string, spans: readonly Span[]): void {
  const taken = claims.get(file);
  if (!Array.isArray(taken)) claims.set(file, [...spans]);
  else for (const span of spans) taken.splice(behind(taken, span), 0, span);
}

/** The index at which to insert a span: after the spans of the same fix that end where it begins. */
function behind(taken: readonly Span[], { start, end }: Span): number {
  let at = firstFrom(taken, start);
  while (at < taken.length && taken[at]!.start <= start && taken[at]!.end <= end) at++;
  return at;
}

/** The text with every edit applied. The edits do not overlap; insertions at one offset keep their order. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of edits.toSorted(byPlace)) {
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  return `${parts.join("")}${text.slice(at)}`;
}

/** An insertion comes before a replacement at the same offset. */
function byPlace(a: Span, b: Span): number {
  return a.start - b.start || a.end - b.end;
}
