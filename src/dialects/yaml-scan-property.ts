import { isFlowMark, isGapOrEnd, isSpaceOrEnd, isWord } from "./yaml-characters.ts";
import { codeAfter, codeHere, type Mark, markHere } from "./yaml-cursor.ts";
import { failExpected } from "./yaml-failure.ts";
import { takeHandle, takeUri } from "./yaml-scan-uri.ts";
import type { Scanner } from "./yaml-scanner.ts";
import { token, type Token } from "./yaml-tokens.ts";

/** Takes an anchor ("&") or an alias ("*"). */
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

/** Takes "!", "!suffix", "!handle!suffix" or "!<verbatim>". */
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
  if (!isGapOrEnd(codeHere(scanner))) failExpected(scanner, "while scanning a tag", start, "' ',");
  return { ...token("<tag>", start, markHere(scanner), suffix), handle };
}

/** A "!" anywhere in the word makes its beginning a handle. */
function takeShortHandle(scanner: Scanner, start: Mark): string {
  let at = scanner.at + 1;
  while (!isGapOrEnd(scanner.text.charCodeAt(at)) && scanner.text.charCodeAt(at) !== 33) at++;
  if (scanner.text.charCodeAt(at) === 33) return takeHandle(scanner, "tag", start);
  scanner.at++;
  return "!";
}
