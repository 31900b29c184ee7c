const rest = /[^\r\n]*/y;

/** A stretch of text as offsets; `end` is the first one after it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where the line that holds `at` ends, its line break not counted. */
export function lineEnd(text: string, at: number): number {
  rest.lastIndex = at;
  rest.test(text);
  return rest.lastIndex;
}

/** Where the line after a line's end begins; a lone CR breaks a line as LF and CRLF do. */
export function nextLine(text: string, end: number): number {
  if (text.charCodeAt(end) === 13 && text.charCodeAt(end + 1) === 10) return end + 2;
  return Math.min(end + 1, text.length);
}

/** The lines from `start` on that begin before `end`, without their breaks. A break at the very end begins no further line. */
export function* linesBetween(text: string, start: number, end: number): Generator<Span, void> {
  for (let at = start; at < end; ) {
    const stop = Math.min(lineEnd(text, at), end);
    yield { start: at, end: stop };
    at = nextLine(text, stop);
  }
}
