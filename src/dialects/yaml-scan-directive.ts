import { checkDigits } from "./python-number.ts";
import { isDigit, isGapOrEnd, isLineEnd, isWord } from "./yaml-characters.ts";
import { codeHere, type Mark, markHere, skipLine, skipSpaces, takeBreak } from "./yaml-cursor.ts";
import { failExpected } from "./yaml-failure.ts";
import { takeHandle, takeUri } from "./yaml-scan-uri.ts";
import type { Scanner } from "./yaml-scanner.ts";
import { type Directive, token, type Token } from "./yaml-tokens.ts";

const context = "while scanning a directive";

/** Takes a "%YAML", "%TAG" or unknown directive and the rest of its line. */
export function scanDirective(scanner: Scanner): Token {
  const start = markHere(scanner);
  scanner.at++;
  const name = takeName(scanner, start);
  const directive =
    name === "YAML" ? takeVersion(scanner, start) : name === "TAG" ? takeTag(scanner, start) : other;
  const end = markHere(scanner);
  if (directive === other) skipLine(scanner);
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
