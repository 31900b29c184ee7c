import { trimEnd } from "../../../core/white-space.ts";

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
interface Scan {
  readonly input: string;
  readonly tokens: Token[];
  position: number;
  /** How many flow collections are open. */
  depth: number;
  /** Whether this line has a colon that ends a key. */
  colonSeen: boolean;
}

/** The tokens of the first document. */
export function scanYaml(input: string): readonly Token[] {
  const scan: Scan = { input, tokens: [], position: 0, depth: 0, colonSeen: false };
  let starts = 0;
  while (scan.position < input.length && starts < 2) if (scanLine(scan) === "start") starts++;
  addToken(scan, "eof", scan.position);
  return scan.tokens;
}

/** Returns the marker that the line begins with. */
function scanLine(scan: Scan): "start" | "end" | undefined {
  scan.colonSeen = false;
  const start = scan.position;
  skipSpaces(scan);
  const indent = scan.position - start;
  if (indent > 0) addToken(scan, "indent", start, { indent });
  const marker = indent === 0 ? markerAt(scan) : undefined;
  if (marker) {
    addToken(scan, marker, scan.position);
    scan.position += 3;
  }
  // The rest of a line that begins with "%" is no token.
  if (!marker && scan.input[scan.position] === "%") skipToLineEnd(scan);
  else scanContent(scan);
  scanLineEnd(scan);
  return marker;
}

function scanLineEnd(scan: Scan): void {
  const at = scan.position;
  if (skipLineEnd(scan)) addToken(scan, "newline", at);
}

function scanContent(scan: Scan): void {
  for (;;) {
    skipSpaces(scan);
    const character = scan.input[scan.position];
    if (character === undefined || isLineEnd(character)) return;
    if (character === "#") {
      addToken(scan, "comment", scan.position);
      skipToLineEnd(scan);
      return;
    }
    if ((character === "|" || character === ">") && scan.depth === 0 && startsBlockScalar(scan)) {
      scanBlockScalar(scan);
      return;
    }
    if (scanPunctuation(scan, character)) continue;
    if (character === "'" || character === '"') scanQuoted(scan, character);
    else scanPlain(scan);
  }
}

function scanPunctuation(scan: Scan, character: string): boolean {
  const kind = punctuationAt(scan, character);
  if (!kind) return false;
  addToken(scan, kind, scan.position);
  scan.position++;
  if (kind === "{" || kind === "[") scan.depth++;
  if (kind === "}" || kind === "]") scan.depth--;
  if (kind === "colon" && scan.depth === 0) scan.colonSeen = true;
  return true;
}

function punctuationAt(scan: Scan, character: string): Token["kind"] | undefined {
  const inFlow = scan.depth > 0;
  if (character === "{" || character === "[") return character;
  if (character === "}" || character === "]") return inFlow ? character : undefined;
  if (character === ",") return inFlow ? "comma" : undefined;
  if (character === "-") return isSpaceOrEnd(scan.input[scan.position + 1]) ? "dash" : undefined;
  if (character === ":" && (endsKey(scan) || (inFlow && followsStyled(scan)))) return "colon";
  return undefined;
}

/** Whether the colon at the position ends a key. Outside of flow collections a line has one such colon. */
function endsKey({ input, position, depth, colonSeen }: Scan): boolean {
  if (colonSeen && depth === 0) return false;
  const next = input[position + 1];
  return isSpaceOrEnd(next) || (depth > 0 && (next === "," || next === "}" || next === "]"));
}

/** Whether the last token of the content is quoted or closes a collection, so that a colon needs no space. */
function followsStyled({ tokens }: Scan): boolean {
  const last = tokens.findLast(({ kind }) => kind !== "newline" && kind !== "indent" && kind !== "comment");
  return last !== undefined && (last.styled || last.kind === "}" || last.kind === "]");
}

function startsBlockScalar({ input, position }: Scan): boolean {
  blockHeader.lastIndex = position + 1;
  return blockHeader.test(input);
}

const blockHeader = /[1-9+-]*[ \t]*(?=[\n\r#]|$)/y;

function scanPlain(scan: Scan): void {
  const { input, position: start } = scan;
  let end = start;
  for (; scan.position < input.length; scan.position++) {
    const character = input[scan.position];
    if (isLineEnd(character)) break;
    if (scan.depth > 0 && ",[]{}".includes(character ?? "")) break;
    if (character === ":" && endsKey(scan)) break;
    const before = input[scan.position - 1];
    if (character === "#" && scan.position > start && (before === " " || before === "\t")) break;
    if (character !== " " && character !== "\t") end = scan.position + 1;
  }
  addToken(scan, "scalar", start, { text: input.slice(start, end) });
}

/** A literal or folded scalar, from its "|" or ">" to the last of its lines. */
function scanBlockScalar(scan: Scan): void {
  const start = scan.position;
  const folded = scan.input[start] === ">";
  scan.position++;
  const { indent, chomping } = scanHeader(scan);
  const parent = parentIndent(scan);
  const { lines, trailing } = scanLines(scan, parent, indent > 0 ? parent + indent : 0);
  const text = folded ? foldLines(lines) : lines.join("\n");
  const value = trailing > 0 ? trimEnd(text, "\n") : text;
  const hasText = lines.some((line) => line !== "");
  addToken(scan, "scalar", start, { text: chomped(value, { chomping, trailing, hasText }), styled: true });
}

/** "" keeps one line end, "-" none and "+" all. */
type Chomping = "" | "-" | "+";

function scanHeader(scan: Scan): { readonly indent: number; readonly chomping: Chomping } {
  let indent = 0;
  let chomping: Chomping = "";
  for (let read = 0; read < 2; read++) {
    const character = scan.input[scan.position] ?? "";
    if (indent === 0 && /[1-9]/.test(character)) indent = Number(character);
    else if (chomping === "" && (character === "-" || character === "+")) chomping = character;
    else continue;
    scan.position++;
  }
  skipSpaces(scan);
  if (scan.input[scan.position] === "#") skipToLineEnd(scan);
  skipLineEnd(scan);
  return { indent, chomping };
}

/** The column of the key or dash that the scalar belongs to. */
function parentIndent({ input, tokens }: Scan): number {
  const at = tokens.findLastIndex(isContent);
  const last = tokens[at];
  if (last?.kind === "start") return -1;
  if (last?.kind === "dash") return columnOf(input, last.at);
  if (last?.kind !== "colon") return 0;
  const key = tokens.findLast((token, index) => index < at && isContent(token));
  return key ? columnOf(input, key.at) : 0;
}

function isContent({ kind }: Token): boolean {
  return kind !== "newline" && kind !== "comment" && kind !== "indent";
}

function scanLines(
  scan: Scan,
  parent: number,
  explicit: number,
): { readonly lines: readonly string[]; readonly trailing: number } {
  const { input } = scan;
  const lines: string[] = [];
  let [indent, trailing] = [explicit, 0];
  while (scan.position < input.length) {
    const start = scan.position;
    while (input[scan.position] === " ") scan.position++;
    const width = scan.position - start;
    if (scan.position >= input.length || isLineEnd(input[scan.position])) {
      const line = indent > 0 && width >= indent ? input.slice(start + indent, scan.position) : "";
      lines.push(line);
      trailing = line === "" ? trailing + 1 : 0;
    } else {
      if (indent === 0 && width > parent && !(width === 0 && markerAt(scan))) indent = width;
      else if (indent === 0 || width < indent || (width === 0 && markerAt(scan))) {
        scan.position = start;
        break;
      }
      skipToLineEnd(scan);
      lines.push(input.slice(start + indent, scan.position));
      trailing = 0;
    }
    skipLineEnd(scan);
  }
  return { lines, trailing };
}

/** A line end between two lines is a space, unless one of them is indented further. */
function foldLines(lines: readonly string[]): string {
  let text = "";
  let [wasIndented, afterEmpty, seen] = [false, false, false];
  for (const [index, line] of lines.entries()) {
    if (line === "") {
      text += "\n";
      afterEmpty = true;
      continue;
    }
    const indented = line.startsWith(" ") || line.startsWith("\t");
    const separate = (indented || wasIndented) && (seen || !afterEmpty);
    if (index > 0) text += separate ? "\n" : afterEmpty ? "" : " ";
    text += line;
    [wasIndented, afterEmpty, seen] = [indented, false, true];
  }
  return text;
}

function chomped(
  text: string,
  {
    chomping,
    trailing,
    hasText,
  }: { readonly chomping: Chomping; readonly trailing: number; readonly hasText: boolean },
): string {
  if (chomping === "") return hasText ? `${text}\n` : text;
  if (chomping === "-") return text;
  return hasText ? text + "\n".repeat(trailing + 1) : "\n".repeat(trailing);
}

/** A scalar in quotes, up to the closing quote or the end of the text. */
function scanQuoted(scan: Scan, quote: "'" | '"'): void {
  const { input, position: start } = scan;
  let value = "";
  /** How many of the last characters of the value are spaces that the next line end removes. */
  let trailing = 0;
  scan.position++;
  while (scan.position < input.length) {
    const character = input[scan.position] ?? "";
    if (character === quote) {
      if (quote === '"' || input[scan.position + 1] !== "'") {
        scan.position++;
        break;
      }
      value += "'";
      scan.position += 2;
      trailing = 0;
    } else if (quote === '"' && character === "\\") {
      value += scanEscape(scan);
      trailing = 0;
    } else if (isLineEnd(character)) {
      value = value.slice(0, value.length - trailing) + scanLineFold(scan);
      trailing = 0;
    } else {
      value += character;
      scan.position++;
      trailing = character === " " || character === "\t" ? trailing + 1 : 0;
    }
  }
  addToken(scan, "scalar", start, { text: value, styled: true });
}

/** A line end is a space; empty lines are one line feed each. */
function scanLineFold(scan: Scan): string {
  skipLineEnd(scan);
  let empty = 0;
  for (;;) {
    skipSpaces(scan);
    if (!skipLineEnd(scan)) break;
    empty++;
  }
  return empty > 0 ? "\n".repeat(empty) : " ";
}

function scanEscape(scan: Scan): string {
  const { input, position } = scan;
  const letter = input[position + 1] ?? "";
  if (isLineEnd(letter)) {
    scan.position++;
    skipLineEnd(scan);
    skipSpaces(scan);
    return "";
  }
  scan.position += 2;
  const digits = hexDigits[letter];
  if (digits === undefined) return simpleEscapes[letter] ?? `\\${letter}`;
  const hex = input.slice(position + 2, position + 2 + digits);
  // As parseInt reads them: up to the first character that is no digit.
  const code = Number.parseInt(hex, 16);
  if (hex.length !== digits || Number.isNaN(code)) return `\\${letter}`;
  scan.position += digits;
  return letter === "x" ? String.fromCharCode(code) : String.fromCodePoint(code);
}

const hexDigits: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

const simpleEscapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  "\\": "\\",
  '"': '"',
  "/": "/",
  r: "\r",
  "0": "\0",
  a: "\u0007",
  b: "\b",
  e: "\u001b",
  v: "\v",
  f: "\f",
  " ": " ",
  _: "\u00a0",
};

function addToken(
  scan: Scan,
  kind: TokenKind,
  at: number,
  { text = "", styled = false, indent = 0 }: Partial<Token> = {},
): void {
  scan.tokens.push({ kind, at, text, styled, indent });
}

function isLineEnd(character: string | undefined): boolean {
  return character === "\n" || character === "\r";
}

/** Whether a character ends a marker such as "-" or ":". */
function isSpaceOrEnd(character: string | undefined): boolean {
  return character === undefined || character === " " || character === "\t" || isLineEnd(character);
}

function skipSpaces(scan: Scan): void {
  while (scan.input[scan.position] === " " || scan.input[scan.position] === "\t") scan.position++;
}

function skipToLineEnd(scan: Scan): void {
  while (scan.position < scan.input.length && !isLineEnd(scan.input[scan.position])) scan.position++;
}

/** Steps over LF, CR or CRLF. */
function skipLineEnd(scan: Scan): boolean {
  const { input, position } = scan;
  if (!isLineEnd(input[position])) return false;
  scan.position += input.startsWith("\r\n", position) ? 2 : 1;
  return true;
}

/** The marker of a document at the start of a line: three dashes or dots. */
function markerAt({ input, position }: Scan): "start" | "end" | undefined {
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
