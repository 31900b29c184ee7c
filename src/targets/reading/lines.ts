/** What JavaScript's "." does not match. */
const lineBreak = /[\n\r\u2028\u2029]/;

/** The trimmed rest of a line that begins with a key and a colon, white space around both aside. */
export function valueAfterKey(line: string, key: string): string | undefined {
  const start = line.trimStart();
  return start.startsWith(`${key}:`) ? restOfLine(start.slice(key.length + 1)) : undefined;
}

/** Trimmed; undefined if it goes on after a line break, such as "\r" alone. */
export function restOfLine(text: string): string | undefined {
  const rest = text.trimStart();
  return lineBreak.test(rest) ? undefined : rest.trimEnd();
}

/** Where a line is, without its "\n". */
interface LineSpan {
  readonly start: number;
  readonly end: number;
}

/** The first line from an offset on that is wanted; the lines after it are not read. Only "\n" ends a line. */
export function findLine(
  text: string,
  from: number,
  isWanted: (line: string) => boolean,
): LineSpan | undefined {
  for (let start = from; start <= text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    if (isWanted(text.slice(start, end))) return { start, end };
    start = end + 1;
  }
  return undefined;
}
