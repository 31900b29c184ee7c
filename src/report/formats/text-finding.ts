import type { Diagnostic, Excerpt } from "../../model/report.ts";
import type { Fix, Severity } from "../../model/rule.ts";
import type { Paint } from "../../model/paint.ts";
import { wrap } from "../drawing/text-wrap.ts";
import { widthOf } from "../../core/text-width.ts";
import { clean, cleanPath } from "../drawing/width.ts";
import { describeRefusers } from "./refusers.ts";

export interface TextStyle {
  readonly paint: Paint;
  /**
   * Number of columns at which lines are wrapped; Infinity if the output is not a terminal, so that lines can be
   * searched.
   */
  readonly width: number;
  /** Whether a finding is shown with its source line. */
  readonly detailed: (diagnostic: Diagnostic) => boolean;
  /** Whether all findings are shown instead of only counted. */
  readonly all?: boolean;
}

/** Maximum length of a source line if the output is not a terminal. */
const plainWidth = 120;

const words = { error: "error", warning: "warning", info: "note" } as const satisfies Record<
  Severity,
  string
>;

/** Width of the longest severity. */
const wordWidth = 7;

/** Renders a finding; `placeWidth` is the width of the longest "line:column" in its skill. */
export function drawFinding(diagnostic: Diagnostic, placeWidth: number, style: TextStyle): string[] {
  const { paint, width, detailed } = style;
  const { ruleId, severity, message, refusedBy } = diagnostic;
  const lead = `  ${placeOf(diagnostic).padStart(placeWidth)}${placeWidth > 0 ? "  " : ""}`;
  const indent = " ".repeat(lead.length + wordWidth + 2);
  const isDetailed = detailed(diagnostic);
  const refusals = isDetailed || refusedBy.length === 0 ? "" : ` (${describeRefusers(refusedBy)})`;
  const [first = "", ...rest] = wrap(`${clean(message)}${refusals} [${ruleId}]`, width - indent.length);
  const head = [
    `${lead}${paint.severity[severity](words[severity].padEnd(wordWidth))}  ${first}`,
    ...rest.map((line) => indent + line),
  ];
  const dimmed = head.with(-1, dimEnd(head.at(-1)!, `[${ruleId}]`, paint));
  return isDetailed ? [...dimmed, ...drawDetails(diagnostic, " ".repeat(lead.length), style)] : dimmed;
}

/** The position as "line:column"; empty if the finding is about the whole file. */
export function placeOf({ start }: Diagnostic): string {
  return start ? `${start.line}:${start.column}` : "";
}

function dimEnd(line: string, end: string, { dim }: Paint): string {
  return line.slice(0, -end.length) + dim(end);
}

function drawDetails(diagnostic: Diagnostic, indent: string, { paint, width }: TextStyle): string[] {
  const { excerpt } = diagnostic;
  // An empty source line is not shown.
  const source =
    excerpt && excerpt.line.trim() !== ""
      ? drawSource(diagnostic, excerpt, indent, { paint, width: Number.isFinite(width) ? width : plainWidth })
      : [];
  const notes = notesOn(diagnostic).flatMap((note) => wrap(note, width - indent.length));
  return [...source, ...notes.map((note) => indent + paint.dim(note))];
}

function drawSource(
  diagnostic: Diagnostic,
  excerpt: Excerpt,
  indent: string,
  { paint, width }: Pick<TextStyle, "paint" | "width">,
): string[] {
  const number = String(diagnostic.start?.line ?? "");
  const columns = width - indent.length - number.length - 3;
  const { source, carets } = drawExcerpt(diagnostic, excerpt, columns);
  const before = carets.length - carets.trimStart().length;
  const tint = paint.severity[diagnostic.severity];
  return [
    `${indent}${paint.dim(`${number} |`)} ${source}`.trimEnd(),
    `${indent}${paint.dim(`${" ".repeat(number.length)} |`)} ${carets.slice(0, before)}${tint(carets.slice(before))}`,
  ];
}

/** The refusing targets, related positions, and fixes. */
function notesOn({ refusedBy, related, fixes }: Diagnostic): string[] {
  const refusals = refusedBy.length > 0 ? [describeRefusers(refusedBy)] : [];
  const fixTexts = fixes.map(describeFix);
  const also = related.map(
    ({ skill, file, range, message }) =>
      `see ${skill === undefined ? "" : `${cleanPath(skill)}/`}${clean(file)}${range ? `:${range.start.line}:${range.start.column}` : ""}${message ? ` (${clean(message)})` : ""}`,
  );
  return [[...refusals, ...fixTexts].join("; "), ...also].filter((note) => note !== "");
}

function describeFix({ title, safe }: Fix): string {
  return `${safe ? "fix" : "possible fix"}: ${title.charAt(0).toLowerCase()}${clean(title.slice(1))}`;
}

/** A character as a terminal displays it. */
interface Cell {
  readonly text: string;
  /** The number of columns before it, and its own width. */
  readonly column: number;
  readonly width: number;
  readonly marked: boolean;
}

const tabStop = 4;

/** Minimum number of columns for an excerpt; on a narrower terminal, the line is wrapped. */
const narrowest = 20;

/** Maximum length of a marker; for a longer range, only the start is marked. */
const mostCarets = 40;

/**
 * The source line, or the part of a long line around the position that fits into `columns`, with carets under the
 * marked characters.
 */
export function drawExcerpt(
  diagnostic: Diagnostic,
  { line, skipped }: Excerpt,
  columns: number,
): { readonly source: string; readonly carets: string } {
  const { start, end } = diagnostic;
  const from = (start?.column ?? 1) - 1 - skipped;
  const to = start && end?.line === start.line ? end.column - 1 - skipped : line.length;
  const cells = toCells(line, from, to);
  const last = cells.at(-1);
  const total = last ? last.column + last.width : 0;
  const first = cells.find(({ marked }) => marked)?.column ?? total;
  const mark = { first, end: markedEnd(cells, first) };
  const window = windowAround(mark, { total, skipped: skipped > 0 }, Math.max(columns, narrowest));
  return draw(cells, first, window);
}

/**
 * The displayed characters; a tab becomes spaces up to the next tab stop. For an empty range, the following character
 * is marked.
 */
function toCells(line: string, from: number, to: number): Cell[] {
  const cells: Cell[] = [];
  const end = Math.max(to, from + 1);
  let offset = 0;
  let column = 0;
  for (const character of line) {
    const text =
      character === "\t" ? " ".repeat(tabStop - (column % tabStop)) : showAt(line, offset, character);
    const width = widthOf(text);
    cells.push({ text, column, width, marked: offset + character.length > from && offset < end });
    offset += character.length;
    column += width;
  }
  return cells;
}

/**
 * Escapes a character. The second "#" of a runner's command must be escaped too, so the preceding character matters.
 */
function showAt(line: string, offset: number, character: string): string {
  if (character !== "#" || line[offset - 1] !== "#") return clean(character);
  return clean(line.slice(offset - 1, offset + 4)).startsWith("#\\") ? "\\x23" : "#";
}

function markedEnd(cells: readonly Cell[], first: number): number {
  const last = cells.findLast(({ marked }) => marked);
  return last ? last.column + last.width : first + 1;
}

interface Window {
  readonly from: number;
  readonly to: number;
  /** Whether "…" is shown before it, and after it. */
  readonly cutBefore: boolean;
  readonly cutAfter: boolean;
}

/** The columns that are marked. */
interface Mark {
  readonly first: number;
  readonly end: number;
}

interface Line {
  /** Width of the line in columns. */
  readonly total: number;
  /** Whether the beginning of the line was left out. */
  readonly skipped: boolean;
}

/**
 * The part of the line to show: from its start if the mark fits, otherwise from a third of the width before the mark.
 */
function windowAround({ first, end }: Mark, { total, skipped }: Line, room: number): Window {
  if (!skipped && total <= room) return { from: 0, to: total, cutBefore: false, cutAfter: false };
  const fromStart = !skipped && end < room;
  const from = fromStart ? 0 : Math.max(0, Math.min(first - Math.floor(room / 3), total - room + 1));
  const cutBefore = skipped || from > 0;
  const to = from + room - (cutBefore ? 1 : 0);
  return to >= total
    ? { from, to: total, cutBefore, cutAfter: false }
    : { from, to: to - 1, cutBefore, cutAfter: true };
}

function draw(
  cells: readonly Cell[],
  first: number,
  { from, to, cutBefore, cutAfter }: Window,
): { source: string; carets: string } {
  const inside = cells.filter(({ column, width }) => column >= from && column + width <= to);
  const lead = cutBefore ? 1 : 0;
  const offset = inside[0]?.column ?? from;
  const source = `${cutBefore ? "…" : ""}${inside.map(({ text }) => text).join("")}${cutAfter ? "…" : ""}`;
  const marked = inside.filter((cell) => cell.marked);
  const length = marked.reduce((sum, { width }) => sum + width, 0);
  const start = marked[0]?.column ?? first;
  return {
    source,
    carets: `${" ".repeat(lead + start - offset)}${length > mostCarets ? `${"^".repeat(mostCarets - 1)}…` : "^".repeat(Math.max(1, length))}`,
  };
}
