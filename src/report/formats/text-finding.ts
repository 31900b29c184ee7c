import type { Diagnostic, Excerpt } from "../../model/report.ts";
import type { Fix, Severity } from "../../model/rule.ts";
import type { Paint } from "../../model/paint.ts";
import { wrap } from "../drawing/text-wrap.ts";
import { clean, cleanPath, widthOf } from "../drawing/width.ts";
import { tellRefusers } from "./refusers.ts";

export interface TextStyle {
  readonly paint: Paint;
  /** Columns to wrap at; Infinity where the output is no terminal, so that a line can be searched for. */
  readonly width: number;
  /** Which findings get their source line. */
  readonly detailed: (diagnostic: Diagnostic) => boolean;
  /** No finding is only counted. */
  readonly all?: boolean;
}

/** Of a source line where the output is no terminal. */
const plainWidth = 120;

const words = { error: "error", warning: "warning", info: "note" } as const satisfies Record<
  Severity,
  string
>;

/** Of the longest of them. */
const wordWidth = 7;

/** One finding in lines; `placeWidth` is that of the longest "line:column" of its skill. */
export function drawFinding(diagnostic: Diagnostic, placeWidth: number, style: TextStyle): string[] {
  const { paint, width, detailed } = style;
  const { ruleId, severity, message, refusedBy } = diagnostic;
  const lead = `  ${placeOf(diagnostic).padStart(placeWidth)}${placeWidth > 0 ? "  " : ""}`;
  const indent = " ".repeat(lead.length + wordWidth + 2);
  const isDetailed = detailed(diagnostic);
  const refusals = isDetailed || refusedBy.length === 0 ? "" : ` (${tellRefusers(refusedBy)})`;
  const [first = "", ...rest] = wrap(`${clean(message)}${refusals} [${ruleId}]`, width - indent.length);
  const head = [
    `${lead}${paint.severity[severity](words[severity].padEnd(wordWidth))}  ${first}`,
    ...rest.map((line) => indent + line),
  ];
  const dimmed = head.with(-1, dimEnd(head.at(-1)!, `[${ruleId}]`, paint));
  return isDetailed ? [...dimmed, ...drawDetails(diagnostic, " ".repeat(lead.length), style)] : dimmed;
}

/** "line:column", or nothing where the whole file is meant. */
export function placeOf({ start }: Diagnostic): string {
  return start ? `${start.line}:${start.column}` : "";
}

function dimEnd(line: string, end: string, { dim }: Paint): string {
  return line.slice(0, -end.length) + dim(end);
}

function drawDetails(diagnostic: Diagnostic, indent: string, { paint, width }: TextStyle): string[] {
  const { excerpt } = diagnostic;
  // Of a blank line there is nothing to be seen.
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

/** Refusing targets, related positions, and fixes. */
function notesOn({ refusedBy, related, fixes }: Diagnostic): string[] {
  const refusals = refusedBy.length > 0 ? [tellRefusers(refusedBy)] : [];
  const cures = fixes.map(describeFix);
  const also = related.map(
    ({ skill, file, range, message }) =>
      `see ${skill === undefined ? "" : `${cleanPath(skill)}/`}${clean(file)}${range ? `:${range.start.line}:${range.start.column}` : ""}${message ? ` (${clean(message)})` : ""}`,
  );
  return [[...refusals, ...cures].join("; "), ...also].filter((note) => note !== "");
}

function describeFix({ title, safe }: Fix): string {
  return `${safe ? "fix" : "possible fix"}: ${title.charAt(0).toLowerCase()}${clean(title.slice(1))}`;
}

/** One character as a terminal shows it. */
interface Cell {
  readonly text: string;
  /** Columns before it, from 0, and its own. */
  readonly column: number;
  readonly width: number;
  readonly marked: boolean;
}

const tabStop = 4;

/** Columns below which a window shows nothing of use; a narrower terminal wraps it. */
const narrowest = 20;

/** A longer marker only shows the start. */
const mostCarets = 40;

/** The source line, or the part of a long line that fits into `columns` around the position, with carets under the exact characters. */
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

/** Displayed code points; a tab becomes spaces up to the next stop. An empty range marks the following character. */
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

/** The second "#" of a runner's command is escaped, so a look at one character alone is not enough. */
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
  /** Whether "…" is shown before and after it. */
  readonly cutBefore: boolean;
  readonly cutAfter: boolean;
}

/** The columns that are marked. */
interface Mark {
  readonly first: number;
  readonly end: number;
}

interface Line {
  /** Its columns. */
  readonly total: number;
  /** Whether its beginning was left out. */
  readonly skipped: boolean;
}

/** Shows the line from its start where the mark then has room, and else from a third of the width before the mark. */
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
