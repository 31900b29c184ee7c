import type { Flavour } from "./flavour.ts";

/** A position as in Python's marks: from 0, in code points, without byte-order marks in the column. */
export interface Mark {
  /** Offset in the cursor's text, in UTF-16 units. */
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/**
 * The reading position in a text. Python counts code points and JavaScript UTF-16 units, so `wide` texts need
 * conversion.
 */
export interface Cursor {
  readonly flavour: Flavour;
  /** Ends in a NUL, which cannot occur elsewhere. */
  readonly text: string;
  /** Whether the text contains a surrogate pair or a byte-order mark. */
  readonly wide: boolean;
  at: number;
  line: number;
  lineStart: number;
  /** For a wide text: the offset up to which `pairs` and `hidden` are counted. */
  counted: number;
  pairs: number;
  /** Number of units that are not counted in columns: second halves of pairs and byte-order marks. */
  hidden: number;
  hiddenAtLine: number;
}

export function codeHere(cursor: Cursor): number {
  return cursor.text.charCodeAt(cursor.at);
}

export function codeAfter(cursor: Cursor, units: number): number {
  return cursor.text.charCodeAt(cursor.at + units);
}

/** The whole character at the offset, which may be a surrogate pair. */
export function characterAt(cursor: Cursor, offset: number): string {
  return String.fromCodePoint(cursor.text.codePointAt(offset) ?? 0);
}

export function columnHere(cursor: Cursor): number {
  if (!cursor.wide) return cursor.at - cursor.lineStart;
  count(cursor);
  return cursor.at - cursor.lineStart - (cursor.hidden - cursor.hiddenAtLine);
}

/** Number of code points before the cursor. */
export function indexHere(cursor: Cursor): number {
  if (!cursor.wide) return cursor.at;
  count(cursor);
  return cursor.at - cursor.pairs;
}

export function markHere(cursor: Cursor): Mark {
  return { offset: cursor.at, line: cursor.line, column: columnHere(cursor) };
}

export function skipSpaces(cursor: Cursor): void {
  while (codeHere(cursor) === 32) cursor.at++;
}

/** Skips spaces and tabs. */
export function skipBlanks(cursor: Cursor): void {
  for (let code = codeHere(cursor); code === 32 || code === 9; code = codeHere(cursor)) cursor.at++;
}

export function skipLine(cursor: Cursor): void {
  while (!isLineEnd(codeHere(cursor))) cursor.at++;
}

/** Consumes one line break: returns "\n" for all except LS and PS, "" if there is none. */
export function takeBreak(cursor: Cursor): string {
  const code = codeHere(cursor);
  if (!isBreak(code)) return "";
  cursor.at += code === 13 && codeAfter(cursor, 1) === 10 ? 2 : 1;
  if (code < 0x85 || cursor.flavour.unicodeLines) beginLine(cursor);
  return code < 0x2028 ? "\n" : String.fromCharCode(code);
}

/** The cursor is at the start of the next line. */
export function beginLine(cursor: Cursor): void {
  cursor.line++;
  cursor.lineStart = cursor.at;
  if (!cursor.wide) return;
  count(cursor);
  cursor.hiddenAtLine = cursor.hidden;
}

function count(cursor: Cursor): void {
  for (; cursor.counted < cursor.at; cursor.counted++) {
    const unit = cursor.text.charCodeAt(cursor.counted);
    if ((unit & 0xfc00) === 0xdc00) {
      cursor.pairs++;
      cursor.hidden++;
    } else if (unit === 0xfeff && !cursor.flavour.skipsMarks) cursor.hidden++;
  }
}

/** LF, CR, NEL, LS and PS: the line breaks of YAML 1.1, which ruamel.yaml also uses for 1.2. */
export function isBreak(code: number): boolean {
  return code === 10 || code === 13 || code === 0x85 || code === 0x2028 || code === 0x2029;
}

/** Whether the character is a line break or the NUL that ends every text. */
export function isLineEnd(code: number): boolean {
  return code === 0 || isBreak(code);
}

/** Whether the character is a space, a tab, a line break or the end of the text. */
export function isSpaceOrEnd(code: number): boolean {
  return code <= 32
    ? code === 32 || code === 9 || code === 10 || code === 13 || code === 0
    : code >= 0x85 && isBreak(code);
}

/** As `isSpaceOrEnd`, but false for a tab. */
export function isGapOrEnd(code: number): boolean {
  return code === 32 || isLineEnd(code);
}

/** "," "[" "]" "{" "}" */
export function isFlowMark(code: number): boolean {
  return code === 0x2c || code === 0x5b || code === 0x5d || code === 0x7b || code === 0x7d;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Whether the character is an ASCII letter, a digit, "-" or "_". */
export function isWord(code: number): boolean {
  return (
    isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 45 || code === 95
  );
}

export function isHexDigit(code: number): boolean {
  return isDigit(code) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
}
