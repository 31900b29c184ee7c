import type { Span } from "../../core/lines.ts";

/**
 * A list item is represented by the column at which its content starts, and a block quote by -1. They are numbers, as
 * every line iterates over them.
 */
export type Container = number;

export const quote: Container = -1;

/**
 * Position in a line after its containers. A tab advances to the next multiple of four. One cursor is moved along
 * each line.
 */
export interface Cursor {
  at: number;
  column: number;
}

/** Maximum depth of containers, which limits the work per line. Deeper ones are read as text. */
export const deepest = 32;

const listMarker = /(?:[-+*]|(\d{1,9})[.)])(?=[ \t\r\n]|$)/y;
/** A thematic break is not a list item, although it may start like one. */
export const thematicBreak = /^([-*_])(?:[ \t]*\1){2,}[ \t]*$/;

/**
 * Moves the cursor past the markers of the open containers. Returns the number of containers, from the outermost,
 * that the line belongs to.
 */
export function matchContainers(
  text: string,
  end: number,
  cursor: Cursor,
  containers: readonly Container[],
): number {
  let matched = 0;
  for (const container of containers) {
    const inside =
      container === quote ? enterQuote(text, end, cursor) : enterItem(text, end, cursor, container);
    if (!inside) break;
    matched++;
  }
  return matched;
}

/**
 * Moves the cursor into the containers that start on the line, and returns them from the outermost. `interrupts` is
 * true if a paragraph is open.
 */
export function openContainers(
  text: string,
  end: number,
  cursor: Cursor,
  depth: number,
  interrupts: boolean,
): readonly Container[] {
  const opened: Container[] = [];
  while (depth + opened.length < deepest) {
    const container = enterQuote(text, end, cursor)
      ? quote
      : openItem(text, end, cursor, interrupts && opened.length === 0);
    if (container === undefined) break;
    opened.push(container);
  }
  return opened;
}

/** Skips spaces and tabs. */
export function skipBlanks(text: string, end: number, cursor: Cursor): void {
  for (; cursor.at < end; cursor.at++) {
    const unit = text.charCodeAt(cursor.at);
    if (unit === 32) cursor.column++;
    else if (unit === 9) cursor.column += 4 - (cursor.column % 4);
    else break;
  }
}

function enterQuote(text: string, end: number, cursor: Cursor): boolean {
  const { at, column } = cursor;
  skipBlanks(text, end, cursor);
  if (cursor.column - column > 3 || cursor.at >= end || text.charCodeAt(cursor.at) !== 62)
    return moveTo(cursor, at, column);
  const width = text.charCodeAt(cursor.at + 1) === 32 ? 2 : 1;
  moveTo(cursor, Math.min(cursor.at + width, end), cursor.column + width);
  return true;
}

function enterItem(text: string, end: number, cursor: Cursor, container: Container): boolean {
  const { at, column } = cursor;
  skipBlanks(text, end, cursor);
  if (cursor.at === end) return true;
  const inside = cursor.column >= container;
  moveTo(cursor, at, column);
  if (inside) stepTo(text, cursor, container);
  return inside;
}

/** Skips spaces and tabs up to a column; stops before a tab that crosses it. */
function stepTo(text: string, cursor: Cursor, column: number): void {
  while (cursor.column < column) {
    const next =
      text.charCodeAt(cursor.at) === 9 ? cursor.column + 4 - (cursor.column % 4) : cursor.column + 1;
    cursor.column = Math.min(next, column);
    if (next > column) return;
    cursor.at++;
  }
}

/**
 * Reads the list item that starts at the cursor and moves the cursor to its content. Undefined if there is none; the
 * cursor then does not move.
 */
function openItem(text: string, end: number, cursor: Cursor, interrupts: boolean): Container | undefined {
  const { at, column } = cursor;
  skipBlanks(text, end, cursor);
  const behind =
    cursor.column - column > 3 || cursor.at >= end
      ? undefined
      : readMarker(text, { start: cursor.at, end }, interrupts);
  if (behind === undefined) {
    moveTo(cursor, at, column);
    return undefined;
  }
  moveTo(cursor, behind, cursor.column + behind - cursor.at);
  const marked = cursor.column;
  skipBlanks(text, end, cursor);
  if (cursor.at === end) return marked + 1;
  // If five or more spaces follow the marker, indented code starts one column after it.
  if (cursor.column - marked > 4) {
    moveTo(cursor, behind, marked);
    stepTo(text, cursor, marked + 1);
  }
  return cursor.column;
}

/** End of the list marker. An empty item, or a number other than 1, does not interrupt a paragraph. */
function readMarker(text: string, { start, end }: Span, interrupts: boolean): number | undefined {
  listMarker.lastIndex = start;
  const [marker, number] = listMarker.exec(text) ?? [];
  if (marker === undefined || (number === undefined && thematicBreak.test(text.slice(start, end))))
    return undefined;
  if (
    interrupts &&
    ((number !== undefined && number !== "1") || text.slice(start + marker.length, end).trim() === "")
  )
    return undefined;
  return start + marker.length;
}

function moveTo(cursor: Cursor, at: number, column: number): false {
  cursor.at = at;
  cursor.column = column;
  return false;
}
