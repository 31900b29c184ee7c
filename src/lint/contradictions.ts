import type { Diagnostic } from "../model/report.ts";
import type { Fix, Operation } from "../model/rule.ts";

type EditOperation = Extract<Operation, { kind: "edit" }>;

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The changes that the fixes of one level make: the sorted, disjoint ranges in each file, and every complete edit.
 */
interface Offered {
  readonly spans: Map<string, Span[]>;
  readonly edits: Set<string>;
}

/**
 * The diagnostics in their order, without fixes that contradict an earlier one because they change the same
 * characters to different text. Such a fix is offered again after the first was applied, if it is still needed. A
 * safe and an unsafe fix are alternatives, as are the fixes of one diagnostic. A change of a whole file, such as of
 * its line endings, is compatible with any other.
 */
export function withoutContradictions(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const offered = { safe: newOffer(), unsafe: newOffer() };
  return diagnostics.map((diagnostic) => {
    if (diagnostic.fixes.length === 0) return diagnostic;
    const fixes = diagnostic.fixes.filter((fix) => agrees(offered[levelOf(fix)], editsOf(fix)));
    for (const fix of fixes) add(offered[levelOf(fix)], editsOf(fix));
    return fixes.length === diagnostic.fixes.length ? diagnostic : { ...diagnostic, fixes };
  });
}

function newOffer(): Offered {
  return { spans: new Map(), edits: new Set() };
}

function levelOf({ safe }: Fix): "safe" | "unsafe" {
  return safe ? "safe" : "unsafe";
}

function editsOf({ operations }: Fix): readonly EditOperation[] {
  return operations.filter(
    (operation): operation is EditOperation => operation.kind === "edit" && !isOfWholeFile(operation),
  );
}

function isOfWholeFile({ range: { start, end } }: EditOperation): boolean {
  return start.offset === 0 && end.line > 1;
}

function agrees({ spans, edits }: Offered, wanted: readonly EditOperation[]): boolean {
  return wanted.every(
    (edit) => edits.has(keyOf(edit)) || !overlaps(spans.get(edit.file) ?? [], spanOf(edit)),
  );
}

function add({ spans, edits }: Offered, chosen: readonly EditOperation[]): void {
  for (const edit of chosen) {
    if (edits.has(keyOf(edit))) continue;
    edits.add(keyOf(edit));
    const known = spans.get(edit.file) ?? [];
    insert(known, spanOf(edit));
    spans.set(edit.file, known);
  }
}

function spanOf({ range: { start, end } }: EditOperation): Span {
  return { start: start.offset, end: end.offset };
}

function keyOf({ file, range: { start, end }, text }: EditOperation): string {
  return JSON.stringify([file, start.offset, end.offset, text]);
}

/** Adjacent ranges do not overlap; nor do two insertions at one offset. */
function overlaps(spans: readonly Span[], { start, end }: Span): boolean {
  const next = spans[firstBehind(spans, start)];
  return next !== undefined && next.start < end;
}

/** Alternatives of one diagnostic may overlap: they are merged into one range. */
function insert(spans: Span[], { start, end }: Span): void {
  const from = firstBehind(spans, start);
  let to = from;
  while (to < spans.length && spans[to]!.start < end) to++;
  const merged = {
    start: Math.min(start, spans[from]?.start ?? start),
    end: Math.max(end, spans[to - 1]?.end ?? end),
  };
  spans.splice(from, to - from, to > from ? merged : { start, end });
}

/** The first span that ends after `offset`, by binary search. */
function firstBehind(spans: readonly Span[], offset: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.end <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
