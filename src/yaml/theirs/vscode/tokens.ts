/** The kinds of tokens; brackets and braces only count in flow collections. */
export type TokenKind =
  | "scalar"
  | "colon"
  | "dash"
  | "comma"
  | "{"
  | "}"
  | "["
  | "]"
  | "newline"
  | "indent"
  | "comment"
  | "start"
  | "end"
  | "eof";

export interface Token {
  readonly kind: TokenKind;
  /** Its offset. */
  readonly at: number;
  /** The value of a scalar. */
  readonly text: string;
  /** Whether a scalar is written in another style than plain. */
  readonly styled: boolean;
  /** The width of an indentation; a tab counts as one. */
  readonly indent: number;
}

/** A text that is being read, and what was found so far. */
export interface Scan {
  readonly input: string;
  readonly tokens: Token[];
  position: number;
  /** How many flow collections are open. */
  depth: number;
  /** Whether this line has a colon that ends a key. */
  colonSeen: boolean;
}

export function addToken(
  scan: Scan,
  kind: TokenKind,
  at: number,
  { text = "", styled = false, indent = 0 }: Partial<Token> = {},
): void {
  scan.tokens.push({ kind, at, text, styled, indent });
}

export function isLineEnd(character: string | undefined): boolean {
  return character === "\n" || character === "\r";
}

/** Whether a character ends a marker such as "-" or ":". */
export function isSpaceOrEnd(character: string | undefined): boolean {
  return character === undefined || character === " " || character === "\t" || isLineEnd(character);
}

export function skipSpaces(scan: Scan): void {
  while (scan.input[scan.position] === " " || scan.input[scan.position] === "\t") scan.position++;
}

export function skipToLineEnd(scan: Scan): void {
  while (scan.position < scan.input.length && !isLineEnd(scan.input[scan.position])) scan.position++;
}

/** Steps over LF, CR or CRLF. */
export function skipLineEnd(scan: Scan): boolean {
  const { input, position } = scan;
  if (!isLineEnd(input[position])) return false;
  scan.position += input.startsWith("\r\n", position) ? 2 : 1;
  return true;
}

/** The marker of a document at the start of a line: three dashes or dots. */
export function markerAt({ input, position }: Scan): "start" | "end" | undefined {
  const marker = input.slice(position, position + 3);
  if ((marker !== "---" && marker !== "...") || !isSpaceOrEnd(input[position + 3])) return undefined;
  return marker === "---" ? "start" : "end";
}

/** How many characters of the line precede an offset. */
export function columnOf(input: string, offset: number): number {
  let start = offset;
  while (start > 0 && !isLineEnd(input[start - 1])) start--;
  return offset - start;
}
