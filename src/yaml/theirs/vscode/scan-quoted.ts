import { addToken, isLineEnd, type Scan, skipLineEnd, skipSpaces } from "./tokens.ts";

/** A scalar in quotes, up to the closing quote or the end of the text. */
export function scanQuoted(scan: Scan, quote: "'" | '"'): void {
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
