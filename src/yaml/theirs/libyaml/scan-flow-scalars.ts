import { reprString } from "../../../dialects/python/value.ts";
import {
  characterAt,
  codeAfter,
  codeHere,
  columnHere,
  isBreak,
  isFlowMark,
  isHexDigit,
  isSpaceOrEnd,
  type Mark,
  markHere,
  skipBlanks,
  skipSpaces,
  takeBreak,
} from "./cursor.ts";
import { crash, fail } from "./failure.ts";
import { atDocumentMarker, isVersion11, type Scanner } from "./scanner.ts";
import { token, type Token } from "./tokens.ts";

/** Whether the current character may start a plain scalar. */
export function startsPlain(scanner: Scanner, code: number): boolean {
  if (code !== 45 && code !== 63 && code !== 58)
    return !isSpaceOrEnd(code) && !neverPlain.includes(String.fromCharCode(code));
  const next = codeAfter(scanner, 1);
  if (code === 58 && scanner.flowLevel !== 0) return !isVersion11(scanner) && next !== 32 && next !== 9;
  return !isSpaceOrEnd(next) && (code === 45 || scanner.flowLevel === 0);
}

const neverPlain = ",[]{}#&*!|>'\"%@`";

/**
 * Scans a plain scalar with folded lines; it ends within a line before ": " or " #", or at a line with less
 * indentation.
 */
export function scanPlain(scanner: Scanner): Token {
  const start = markHere(scanner);
  const least = scanner.indent + 1;
  let end = start;
  let value = "";
  let gap = "";
  while (codeHere(scanner) !== 35) {
    const to = plainEnd(scanner, start);
    if (to === scanner.at) break;
    scanner.keyAllowed = false;
    value += gap + scanner.text.slice(scanner.at, to);
    scanner.at = to;
    end = markHere(scanner);
    gap = scanner.flavour.tabsSeparate ? takeTabbedGap(scanner, start, least) : takePlainGap(scanner);
    if (gap === "" || codeHere(scanner) === 35 || (scanner.flowLevel === 0 && columnHere(scanner) < least))
      break;
  }
  const scalar = token("<scalar>", start, end, value, true);
  if (scanner.flavour.keepsComments && gap.startsWith("\n"))
    scalar.comment = { after: true, before: undefined };
  return scalar;
}

/** The offset at which the scalar's text on this line ends, without trailing spaces. */
function plainEnd(scanner: Scanner, start: Mark): number {
  const { text, flavour } = scanner;
  let last = scanner.at;
  for (let at = last; ; ) {
    const code = text.charCodeAt(at);
    if (code === 58 && flavour.flowColon === "error" && breaksFlow(scanner, at)) {
      scanner.at = at;
      fail(scanner, {
        context: "while scanning a plain scalar",
        contextMark: start,
        problem: "found unexpected ':'",
        mark: markHere(scanner),
      });
    }
    if (code === 32 || (code === 9 && flavour.tabsInPlain)) at++;
    else if (endsPlain(scanner, code, at) || (code === 35 && at > last)) return last;
    else last = ++at;
  }
}

function endsPlain(scanner: Scanner, code: number, at: number): boolean {
  if (code > 63 && code !== 0x5b && code !== 0x5d && code < 0x7b) return false;
  if (code === 58) {
    const next = scanner.text.charCodeAt(at + 1);
    return (
      isSpaceOrEnd(next) ||
      (scanner.flowLevel !== 0 && scanner.flavour.flowColon === "ends" && isFlowMark(next))
    );
  }
  if (isSpaceOrEnd(code)) return true;
  return (
    scanner.flowLevel !== 0 &&
    (isFlowMark(code) || (code === 63 && isVersion11(scanner) && scanner.flavour.flowQuestionEnds))
  );
}

/** Whether a mark of flow context or "?" follows in flow context. */
function breaksFlow({ text, flowLevel }: Scanner, at: number): boolean {
  const next = text.charCodeAt(at + 1);
  return flowLevel !== 0 && (next === 63 || isFlowMark(next));
}

/** The spaces or folded line breaks between two parts; "" if nothing can follow. */
function takePlainGap(scanner: Scanner): string {
  const from = scanner.at;
  if (scanner.flavour.tabsInPlain) skipBlanks(scanner);
  else skipSpaces(scanner);
  const spaces = scanner.text.slice(from, scanner.at);
  const first = takeBreak(scanner);
  if (first === "") return spaces;
  scanner.keyAllowed = true;
  let more = "";
  for (let next = first; next !== ""; more += next) {
    if (atDocumentMarker(scanner)) return "";
    skipSpaces(scanner);
    next = takeBreak(scanner);
  }
  if (first !== "\n") return first + more;
  return more === "" ? " " : more;
}

/** As `takePlainGap`, where tabs are like spaces; within the indentation they are errors. */
function takeTabbedGap(scanner: Scanner, start: Mark, least: number): string {
  const from = scanner.at;
  skipBlanks(scanner);
  const blanks = scanner.text.slice(from, scanner.at);
  const first = takeBreak(scanner);
  if (first === "") return blanks;
  scanner.keyAllowed = true;
  let more = "";
  for (let next = first; next !== ""; more += next) {
    if (atDocumentMarker(scanner)) return "";
    skipSpaces(scanner);
    if (codeHere(scanner) === 9 && columnHere(scanner) < least)
      fail(scanner, {
        context: "while scanning a plain scalar",
        contextMark: start,
        problem: "found a tab character that violates indentation",
        mark: markHere(scanner),
      });
    skipBlanks(scanner);
    next = takeBreak(scanner);
  }
  if (first !== "\n") return first + more;
  return more === "" ? " " : more;
}

/** Scans a scalar in single or double quotes with folded lines. Its indentation is ignored. */
export function scanQuoted(scanner: Scanner): Token {
  const start = markHere(scanner);
  const quote = codeHere(scanner);
  scanner.at++;
  let value = takeText(scanner, quote, start);
  while (codeHere(scanner) !== quote) {
    value += takeQuotedGap(scanner, start);
    value += takeText(scanner, quote, start);
  }
  scanner.at++;
  return token("<scalar>", start, markHere(scanner), value);
}

/** Scans up to a space, a tab, a line break, the end or the closing quote. */
function takeText(scanner: Scanner, quote: number, start: Mark): string {
  let value = "";
  for (;;) {
    const from = scanner.at;
    for (
      let code = codeHere(scanner);
      !isSpaceOrEnd(code) && code !== quote && (code !== 92 || quote === 39);
    ) {
      scanner.at++;
      code = codeHere(scanner);
    }
    value += scanner.text.slice(from, scanner.at);
    const code = codeHere(scanner);
    if (code === 92) value += takeEscape(scanner, start);
    else if (code === 39 && quote === 39 && codeAfter(scanner, 1) === 39) {
      value += "'";
      scanner.at += 2;
    } else return value;
  }
}

const escapes: Readonly<Record<string, string>> = {
  "0": "\0",
  a: "\x07",
  b: "\b",
  t: "\t",
  "\t": "\t",
  n: "\n",
  v: "\v",
  f: "\f",
  r: "\r",
  e: "\x1b",
  " ": " ",
  '"': '"',
  "/": "/",
  "\\": "\\",
  N: "\x85",
  _: "\xa0",
  L: "\u2028",
  P: "\u2029",
};

function takeEscape(scanner: Scanner, start: Mark): string {
  scanner.at++;
  const code = codeHere(scanner);
  if (isBreak(code)) {
    takeBreak(scanner);
    return takeBreaks(scanner, start);
  }
  const character = characterAt(scanner, scanner.at);
  const digits = character === "x" ? 2 : character === "u" ? 4 : character === "U" ? 8 : 0;
  const simple =
    scanner.flavour.escapesSlash || (character !== "/" && character !== "\t")
      ? escapes[character]
      : undefined;
  if (simple === undefined && digits === 0)
    failQuoted(scanner, start, `found unknown escape character ${reprString(character)}`);
  scanner.at++;
  return simple ?? takeHex(scanner, digits, start);
}

function takeHex(scanner: Scanner, digits: number, start: Mark): string {
  for (let digit = 0; digit < digits; digit++) {
    if (isHexDigit(codeAfter(scanner, digit))) continue;
    const found = reprString(characterAt(scanner, scanner.at + digit));
    failQuoted(
      scanner,
      start,
      `expected escape sequence of ${digits} ${scanner.flavour.hexadecimal} numbers, but found ${found}`,
    );
  }
  const code = Number.parseInt(scanner.text.slice(scanner.at, scanner.at + digits), 16);
  if (scanner.flavour.refusesSurrogates && (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)))
    failQuoted(scanner, start, "found invalid Unicode character escape code");
  if (code > 0x7fffffff) crash("OverflowError", "Python int too large to convert to C int");
  if (code > 0x10ffff) crash("ValueError", "chr() arg not in range(0x110000)");
  scanner.at += digits;
  return String.fromCodePoint(code);
}

function failQuoted(
  scanner: Scanner,
  start: Mark,
  problem: string,
  context = "while scanning a double-quoted scalar",
): never {
  fail(scanner, { context, contextMark: start, problem, mark: markHere(scanner) });
}

/** Spaces and tabs within a line, or folded line breaks. */
function takeQuotedGap(scanner: Scanner, start: Mark): string {
  const from = scanner.at;
  skipBlanks(scanner);
  const blanks = scanner.text.slice(from, scanner.at);
  if (codeHere(scanner) === 0)
    failQuoted(scanner, start, "found unexpected end of stream", "while scanning a quoted scalar");
  const first = takeBreak(scanner);
  if (first === "") return blanks;
  const more = takeBreaks(scanner, start);
  if (first !== "\n") return first + more;
  return more === "" ? " " : more;
}

function takeBreaks(scanner: Scanner, start: Mark): string {
  let breaks = "";
  for (;;) {
    if (atDocumentMarker(scanner))
      failQuoted(scanner, start, "found unexpected document separator", "while scanning a quoted scalar");
    skipBlanks(scanner);
    const next = takeBreak(scanner);
    if (next === "") return breaks;
    breaks += next;
  }
}
