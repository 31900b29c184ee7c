import { isFlowMark, isSpaceOrEnd } from "./yaml-characters.ts";
import { codeAfter, codeHere, columnHere, markHere, skipSpaces, takeBreak } from "./yaml-cursor.ts";
import { atDocumentMarker, isVersion11, type Scanner } from "./yaml-scanner.ts";
import { token, type Token } from "./yaml-tokens.ts";

/** Whether the character here may begin a plain scalar. */
export function startsPlain(scanner: Scanner, code: number): boolean {
  if (code !== 45 && code !== 63 && code !== 58)
    return !isSpaceOrEnd(code) && !neverPlain.includes(String.fromCharCode(code));
  const next = codeAfter(scanner, 1);
  if (code === 58 && scanner.flowLevel !== 0) return !isVersion11(scanner) && next !== 32 && next !== 9;
  return !isSpaceOrEnd(next) && (code === 45 || scanner.flowLevel === 0);
}

const neverPlain = ",[]{}#&*!|>'\"%@`";

/** Takes a plain scalar, lines folded; it may end within a line, before ": " or " #", or by a lesser indentation. */
export function scanPlain(scanner: Scanner): Token {
  const start = markHere(scanner);
  const least = scanner.indent + 1;
  let end = start;
  let value = "";
  let gap = "";
  while (codeHere(scanner) !== 35) {
    const to = plainEnd(scanner);
    if (to === scanner.at) break;
    scanner.keyAllowed = false;
    value += gap + scanner.text.slice(scanner.at, to);
    scanner.at = to;
    end = markHere(scanner);
    gap = takeGap(scanner);
    if (gap === "" || codeHere(scanner) === 35 || (scanner.flowLevel === 0 && columnHere(scanner) < least))
      break;
  }
  const scalar = token("<scalar>", start, end, value, true);
  if (scanner.flavour.keepsComments && gap.startsWith("\n"))
    scalar.comment = { after: true, before: undefined };
  return scalar;
}

/** Where this line's part of the scalar ends, the spaces after it not counted. */
function plainEnd(scanner: Scanner): number {
  const { text } = scanner;
  let last = scanner.at;
  for (let at = last; ; ) {
    const code = text.charCodeAt(at);
    if (code === 32) at++;
    else if (endsPlain(scanner, code, at) || (code === 35 && at > last)) return last;
    else last = ++at;
  }
}

function endsPlain(scanner: Scanner, code: number, at: number): boolean {
  if (code > 63 && code !== 0x5b && code !== 0x5d && code < 0x7b) return false;
  if (code === 58) {
    const next = scanner.text.charCodeAt(at + 1);
    return (
      isSpaceOrEnd(next) || (scanner.flowLevel !== 0 && scanner.flavour.flowColonEnds && isFlowMark(next))
    );
  }
  if (isSpaceOrEnd(code)) return true;
  return scanner.flowLevel !== 0 && (isFlowMark(code) || (code === 63 && isVersion11(scanner)));
}

/** The spaces or folded line breaks between two parts; "" where nothing can follow. */
function takeGap(scanner: Scanner): string {
  const from = scanner.at;
  skipSpaces(scanner);
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
