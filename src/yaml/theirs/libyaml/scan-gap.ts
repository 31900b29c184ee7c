import {
  codeHere,
  columnHere,
  isLineEnd,
  type Mark,
  markHere,
  skipBlanks,
  skipLine,
  skipSpaces,
  takeBreak,
} from "./cursor.ts";
import type { Scanner } from "./scanner.ts";
import { token, type Token } from "./tokens.ts";

/**
 * Skips spaces, line breaks and comments. For ruamel.yaml it stops after each comment or sequence of empty lines and
 * returns it.
 */
export function skipToToken(scanner: Scanner): Token | undefined {
  if (scanner.at === 0 && codeHere(scanner) === 0xfeff && !scanner.flavour.skipsMarks) scanner.at++;
  return scanner.flavour.keepsComments ? takeComment(scanner) : skipComments(scanner);
}

function skipComments(scanner: Scanner): undefined {
  do {
    if (scanner.flavour.skipsMarks && codeHere(scanner) === 0xfeff && columnHere(scanner) === 0) scanner.at++;
    if (scanner.flavour.tabsSeparate && (scanner.flowLevel !== 0 || !scanner.keyAllowed)) skipBlanks(scanner);
    else skipSpaces(scanner);
    if (codeHere(scanner) === 35) skipLine(scanner);
  } while (takeLine(scanner));
}

/** Same as RoundTripScanner.scan_to_next_token in ruamel scanner.py. */
function takeComment(scanner: Scanner): Token | undefined {
  for (;;) {
    skipSpaces(scanner);
    if (codeHere(scanner) === 35) return takeHash(scanner, markHere(scanner));
    if (!takeLine(scanner)) return undefined;
    if (codeHere(scanner) === 10) return takeEmptyLines(scanner, markHere(scanner));
  }
}

/** Takes a comment and the line breaks after it. */
function takeHash(scanner: Scanner, start: Mark): Token {
  skipLine(scanner);
  while (takeBreak(scanner) !== "");
  if (scanner.flowLevel === 0) scanner.keyAllowed = true;
  return token("<comment>", start, markHere(scanner));
}

/** Takes empty lines and the leading spaces of the next line, including tabs, which are errors elsewhere. */
function takeEmptyLines(scanner: Scanner, start: Mark): Token {
  for (;;) {
    const code = codeHere(scanner);
    if (code === 32 || code === 9) scanner.at++;
    else if (code === 0 || !isLineEnd(code)) return token("<comment>", start, markHere(scanner));
    else takeBreak(scanner);
  }
}

function takeLine(scanner: Scanner): boolean {
  if (takeBreak(scanner) === "") return false;
  if (scanner.flowLevel === 0) scanner.keyAllowed = true;
  return true;
}
