import { scanBlockScalar } from "./scan-block-scalar.ts";
import { scanQuoted } from "./scan-quoted.ts";
import {
  addToken,
  isLineEnd,
  isSpaceOrEnd,
  markerAt,
  type Scan,
  skipLineEnd,
  skipSpaces,
  skipToLineEnd,
  type Token,
} from "./tokens.ts";

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
