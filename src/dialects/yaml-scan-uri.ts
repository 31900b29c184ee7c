import { decodeUtf8 } from "./python-decode.ts";
import { reprString } from "./python-repr.ts";
import { isHexDigit, isWord } from "./yaml-characters.ts";
import { characterAt, codeAfter, codeHere, type Mark, markHere } from "./yaml-cursor.ts";
import { fail, failExpected } from "./yaml-failure.ts";
import { isAbove11, type Scanner } from "./yaml-scanner.ts";

type Place = "directive" | "tag";

/** "!", "!!" or "!word!"; before a blank the first of them alone. */
export function takeHandle(scanner: Scanner, place: Place, start: Mark): string {
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

const uriMarks = ";/?:@&=+$,.!~*'()[]";

/** A tag's suffix or prefix, its percent escapes decoded as UTF-8. */
export function takeUri(scanner: Scanner, place: Place, start: Mark): string {
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
  return code === 35 ? isAbove11(scanner) : uriMarks.includes(String.fromCharCode(code));
}

function takeEscapes(scanner: Scanner, place: Place, start: Mark): string {
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
