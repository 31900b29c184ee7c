import { decodeUtf8 } from "../../../dialects/python/decode.ts";
import { checkDigits } from "./number.ts";
import { reprString } from "../../../dialects/python/value.ts";
import {
  characterAt,
  codeAfter,
  codeHere,
  isDigit,
  isFlowMark,
  isGapOrEnd,
  isHexDigit,
  isLineEnd,
  isSpaceOrEnd,
  isWord,
  type Mark,
  markHere,
  skipLine,
  skipSpaces,
  takeBreak,
} from "./cursor.ts";
import { fail, failExpected } from "./failure.ts";
import { isAbove11, type Scanner } from "./scanner.ts";
import { type Directive, token, type Token } from "./tokens.ts";

/** Scans an anchor ("&") or an alias ("*"). */
export function scanName(scanner: Scanner): Token {
  const start = markHere(scanner);
  const kind = codeHere(scanner) === 42 ? "alias" : "anchor";
  scanner.at++;
  const from = scanner.at;
  while (isNamePart(scanner, codeHere(scanner))) scanner.at++;
  const ends = scanner.flavour.unicodeAnchors ? "?:,[]{}%@`" : "?:,]}%@`";
  const code = codeHere(scanner);
  if (scanner.at === from || (!isSpaceOrEnd(code) && !ends.includes(String.fromCharCode(code)))) {
    failExpected(scanner, `while scanning an ${kind}`, start, "alphabetic or numeric character,");
  }
  return token(`<${kind}>`, start, markHere(scanner), scanner.text.slice(from, scanner.at));
}

function isNamePart(scanner: Scanner, code: number): boolean {
  if (!scanner.flavour.unicodeAnchors) return isWord(code);
  return code > 32 && code !== 0x85 && code !== 0xfeff && !isFlowMark(code);
}

/** Scans "!", "!suffix", "!handle!suffix" or "!<verbatim>". */
export function scanTag(scanner: Scanner): Token {
  const start = markHere(scanner);
  const next = codeAfter(scanner, 1);
  let handle: string | undefined;
  let suffix = "!";
  if (next === 60) {
    scanner.at += 2;
    suffix = takeUri(scanner, "tag", start);
    if (codeHere(scanner) !== 62) failExpected(scanner, "while parsing a tag", start, "'>',");
    scanner.at++;
  } else if (isSpaceOrEnd(next)) scanner.at++;
  else {
    handle = takeShortHandle(scanner, start);
    suffix = takeUri(scanner, "tag", start);
  }
  const ended = scanner.flavour.tabsSeparate
    ? isSpaceOrEnd(codeHere(scanner))
    : isGapOrEnd(codeHere(scanner));
  if (!ended) failExpected(scanner, "while scanning a tag", start, "' ',");
  return { ...token("<tag>", start, markHere(scanner), suffix), handle };
}

/** A second "!" anywhere in the word ends a handle. */
function takeShortHandle(scanner: Scanner, start: Mark): string {
  let at = scanner.at + 1;
  while (!isGapOrEnd(scanner.text.charCodeAt(at)) && scanner.text.charCodeAt(at) !== 33) at++;
  if (scanner.text.charCodeAt(at) === 33) return takeHandle(scanner, "tag", start);
  scanner.at++;
  return "!";
}

const context = "while scanning a directive";

/** Scans a "%YAML", "%TAG" or unknown directive and the rest of its line. */
export function scanDirective(scanner: Scanner): Token {
  const start = markHere(scanner);
  scanner.at++;
  const name = takeName(scanner, start);
  const directive =
    name === "YAML" ? takeVersion(scanner, start) : name === "TAG" ? takeTag(scanner, start) : other;
  const end = markHere(scanner);
  if (directive === other) {
    if (scanner.flavour.refusesDirectives)
      fail(scanner, { context, contextMark: start, problem: "found unknown directive name", mark: end });
    skipLine(scanner);
  }
  skipSpaces(scanner);
  if (codeHere(scanner) === 35) skipLine(scanner);
  if (!isLineEnd(codeHere(scanner))) failExpected(scanner, context, start, "a comment or a line break,");
  takeBreak(scanner);
  return { ...token("<directive>", start, end), directive };
}

const other: Directive = { name: "other" };

function takeName(scanner: Scanner, start: Mark): string {
  const from = scanner.at;
  while (
    isWord(codeHere(scanner)) ||
    scanner.flavour.directiveMarks.includes(String.fromCharCode(codeHere(scanner)))
  )
    scanner.at++;
  if (scanner.at === from || !isGapOrEnd(codeHere(scanner)))
    failExpected(scanner, context, start, "alphabetic or numeric character,");
  return scanner.text.slice(from, scanner.at);
}

function takeVersion(scanner: Scanner, start: Mark): Directive {
  skipSpaces(scanner);
  const major = takeNumber(scanner, start);
  if (codeHere(scanner) !== 46) failExpected(scanner, context, start, "a digit or '.',");
  scanner.at++;
  const minor = takeNumber(scanner, start);
  if (!isGapOrEnd(codeHere(scanner))) failExpected(scanner, context, start, "a digit or ' ',");
  if (scanner.flavour.heedsVersion) scanner.version = [major, minor];
  return { name: "YAML", major };
}

function takeNumber(scanner: Scanner, start: Mark): number {
  if (!isDigit(codeHere(scanner))) failExpected(scanner, context, start, "a digit,");
  const from = scanner.at;
  while (isDigit(codeHere(scanner))) scanner.at++;
  checkDigits(scanner.at - from);
  return Number(scanner.text.slice(from, scanner.at));
}

function takeTag(scanner: Scanner, start: Mark): Directive {
  skipSpaces(scanner);
  const handle = takeHandle(scanner, "directive", start);
  if (codeHere(scanner) !== 32) failExpected(scanner, context, start, "' ',");
  skipSpaces(scanner);
  const prefix = takeUri(scanner, "directive", start);
  if (!isGapOrEnd(codeHere(scanner))) failExpected(scanner, context, start, "' ',");
  return { name: "TAG", handle, prefix };
}

type PropertyKind = "directive" | "tag";

/** "!", "!!" or "!word!"; before a space only "!". */
function takeHandle(scanner: Scanner, place: PropertyKind, start: Mark): string {
  const context = `while scanning a ${place}`;
  if (codeHere(scanner) !== 33) failExpected(scanner, context, start, "'!',");
  const from = scanner.at++;
  if (codeHere(scanner) !== 32) {
    while (isWord(codeHere(scanner))) scanner.at++;
    if (codeHere(scanner) !== 33) failExpected(scanner, context, start, "'!',");
    scanner.at++;
  }
  return scanner.text.slice(from, scanner.at);
}

/** A tag's suffix or prefix, with percent escapes decoded as UTF-8. */
function takeUri(scanner: Scanner, place: PropertyKind, start: Mark): string {
  let uri = "";
  for (;;) {
    const from = scanner.at;
    while (isUriPart(scanner, codeHere(scanner))) scanner.at++;
    uri += scanner.text.slice(from, scanner.at);
    if (codeHere(scanner) !== 37) break;
    uri += takeEscapes(scanner, place, start);
  }
  if (uri === "") failExpected(scanner, `while parsing a ${place}`, start, "URI,");
  return uri;
}

function isUriPart(scanner: Scanner, code: number): boolean {
  if (isWord(code)) return true;
  return code === 35 ? isAbove11(scanner) : scanner.flavour.tagMarks.includes(String.fromCharCode(code));
}

function takeEscapes(scanner: Scanner, place: PropertyKind, start: Mark): string {
  const mark = markHere(scanner);
  const context = `while scanning a ${place}`;
  const bytes: number[] = [];
  while (codeHere(scanner) === 37) {
    scanner.at++;
    for (let digit = 0; digit < 2; digit++)
      if (!isHexDigit(codeAfter(scanner, digit))) failEscape(scanner, context, start, digit);
    bytes.push(Number.parseInt(scanner.text.slice(scanner.at, scanner.at + 2), 16));
    scanner.at += 2;
  }
  const decoded = decodeUtf8(Uint8Array.from(bytes));
  if ("failure" in decoded) fail(scanner, { context, contextMark: start, problem: decoded.failure, mark });
  return decoded.text;
}

function failEscape(scanner: Scanner, context: string, start: Mark, digit: number): never {
  const found = reprString(characterAt(scanner, scanner.at + digit));
  const problem = `expected URI escape sequence of 2 ${scanner.flavour.hexadecimal} numbers, but found ${found}`;
  fail(scanner, { context, contextMark: start, problem, mark: markHere(scanner) });
}
