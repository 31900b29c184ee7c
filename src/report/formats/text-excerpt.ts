import type { Diagnostic, Excerpt } from "../../model/report.ts";
import { widthOf } from "../../core/text-width.ts";
import { clean } from "../drawing/width.ts";

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
