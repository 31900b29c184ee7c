const rest = /[^\r\n]*/y;

/** A range of text as offsets; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** End of the line that contains `at`, without its line break. */
export function lineEnd(text: string, at: number): number {
  rest.lastIndex = at;
  rest.test(text);
  return rest.lastIndex;
}

/** Start of the next line, given the end of a line; a lone CR is a line break, as LF and CRLF are. */
export function nextLine(text: string, end: number): number {
  if (text.charCodeAt(end) === 13 && text.charCodeAt(end + 1) === 10) return end + 2;
  return Math.min(end + 1, text.length);
}

/**
 * The lines that start at or after `start` and before `end`, without their line breaks. A final line break does not
 * start another line.
 */
export function* linesBetween(text: string, start: number, end: number): Generator<Span, void> {
  for (let at = start; at < end; ) {
    const stop = Math.min(lineEnd(text, at), end);
    yield { start: at, end: stop };
    at = nextLine(text, stop);
  }
}

/** The number of lines that "\n" separates, without splitting the text: at least one. */
export function countLines(text: string): number {
  let amount = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) amount++;
  return amount;
}
