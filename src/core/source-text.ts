import { copyText } from "./bytes.ts";
import type { Position, Range } from "./place.ts";
import { utf8Length } from "./utf8.ts";

/**
 * The encoding that a file was decoded with. "windows-1252" is used if the bytes are not valid UTF-8 or UTF-16: each
 * byte becomes one character.
 */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/**
 * Distance between cached byte offsets, in units. It limits the cost of computing a position, however long its line
 * is.
 */
const step = 1024;

/**
 * A text file's content, including a leading byte-order mark, and the position of each of its offsets. Lines end with
 * LF, CRLF or a lone CR.
 */
export class SourceText {
  readonly text: string;
  readonly encoding: Encoding;
  #lineStarts: readonly number[] | undefined;
  /** Byte offsets of the steps computed so far, as most positions are near the start. */
  #byteSteps: number[] | undefined;
  readonly #ascii: boolean;

  /** `byteLength` is the file's size in bytes; if it equals the text's length, byte offsets equal offsets. */
  constructor(text: string, encoding: Encoding = "utf-8", byteLength = utf8Length(text)) {
    this.text = text;
    this.encoding = encoding;
    this.#ascii = encoding === "windows-1252" || (encoding === "utf-8" && byteLength === text.length);
  }

  /** Throws a RangeError outside 0 … text.length. */
  positionAt(offset: number): Position {
    if (offset < 0 || offset > this.text.length)
      throw new RangeError(`offset ${offset} is outside 0–${this.text.length}`);
    const line = this.lineAt(offset);
    const column = offset - this.lineStart(line) + 1;
    return { line, column, offset, byteOffset: this.#byteOffset(offset) };
  }

  /** The number of the line that contains an offset, without the rest of the position. */
  lineAt(offset: number): number {
    const starts = this.#lines();
    let low = 0;
    let high = starts.length;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  /** A range with lazily computed positions, so that an invalid offset throws only on access. */
  range(start: number, end: number): Range {
    return new TextRange(this, start, end);
  }

  /** The text of a range, without computing its positions. */
  slice(range: Range): string {
    const { start, end } = this.span(range);
    return this.text.slice(start, end);
  }

  /** The text up to the end of a range as a separate text, so that the rest can be freed. */
  headTo(range: Range): SourceText {
    const { end } = this.span(range);
    const head = copyText(this.text.slice(0, end));
    return this.#ascii ? new SourceText(head, this.encoding, end) : new SourceText(head, this.encoding);
  }

  /** The offsets of a range, without computing lines and columns. */
  span(range: Range): { readonly start: number; readonly end: number } {
    return range instanceof TextRange ? range.span : { start: range.start.offset, end: range.end.offset };
  }

  get lineCount(): number {
    return this.#lines().length;
  }

  /** A line's text without its line ending; empty after the last line. */
  line(number: number): string {
    const start = this.lineStart(number);
    const end = this.#lines()[number] ?? this.text.length;
    return this.text.slice(start, end).replace(/(?:\r\n|\r|\n)$/, "");
  }

  /** The offset of the start of a line; the text's length after the last line. */
  lineStart(number: number): number {
    return this.#lines()[number - 1] ?? this.text.length;
  }

  #lines(): readonly number[] {
    return (this.#lineStarts ??= findLineStarts(this.text));
  }

  #byteOffset(offset: number): number {
    if (this.#ascii) return offset;
    if (this.encoding !== "utf-8") return 2 * offset;
    const steps = (this.#byteSteps ??= [0]);
    const known = Math.floor(offset / step);
    for (let at = steps.length; at <= known; at++)
      steps.push(steps[at - 1]! + lengthBetween(this.text, (at - 1) * step, at * step));
    return steps[known]! + lengthBetween(this.text, known * step, offset);
  }
}

/** Computes positions on access: a skill has hundreds of ranges, and few are ever shown. */
class TextRange implements Range {
  readonly #source: SourceText;
  readonly #start: number;
  readonly #end: number;

  constructor(source: SourceText, start: number, end: number) {
    this.#source = source;
    this.#start = start;
    this.#end = end;
  }

  get start(): Position {
    return this.#source.positionAt(this.#start);
  }

  get end(): Position {
    return this.#source.positionAt(this.#end);
  }

  /** JSON has no getters. */
  toJSON(): Range {
    return { start: this.start, end: this.end };
  }

  get span(): { readonly start: number; readonly end: number } {
    return { start: this.#start, end: this.#end };
  }
}

/**
 * Number of bytes of the units between two offsets. The first half of a surrogate pair counts as three bytes and the
 * second as one, four in total.
 */
function lengthBetween(text: string, start: number, end: number): number {
  const bytes = utf8Length(text.slice(start, end));
  // A lone surrogate counts as a replacement character of three bytes.
  return isSecondHalf(text, start) && end > start ? bytes - 2 : bytes;
}

function isSecondHalf(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
}

/** The offsets of the starts of lines. Lines end with LF, CRLF or a lone CR. */
function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return text.includes("\r") ? withLoneReturns(text, starts) : starts;
}

function withLoneReturns(text: string, starts: number[]): number[] {
  for (let at = text.indexOf("\r"); at !== -1; at = text.indexOf("\r", at + 1)) {
    if (text.charCodeAt(at + 1) !== 10) starts.push(at + 1);
  }
  return starts.sort((a, b) => a - b);
}

/** The first line ending in the text; LF if there is none. */
export function lineBreakOf(text: string): string {
  return /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
}
