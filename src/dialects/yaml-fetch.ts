import { reprString } from "./python-repr.ts";
import { characterAt, codeHere, columnHere, markHere } from "./yaml-cursor.ts";
import { fail } from "./yaml-failure.ts";
import { fetchMark, pushMark } from "./yaml-fetch-mark.ts";
import { scanBlock } from "./yaml-scan-block.ts";
import { scanDirective } from "./yaml-scan-directive.ts";
import { skipToToken } from "./yaml-scan-gap.ts";
import { scanPlain, startsPlain } from "./yaml-scan-plain.ts";
import { scanName, scanTag } from "./yaml-scan-property.ts";
import { scanQuoted } from "./yaml-scan-quoted.ts";
import {
  atDocumentMarker,
  atLineStart,
  dropStaleKeys,
  saveKey,
  type Scanner,
  takeKey,
  unwindIndent,
} from "./yaml-scanner.ts";
import { token, type Token } from "./yaml-tokens.ts";

/** The first of the queue may still become a key, or there is none. */
export function needsTokens(scanner: Scanner): boolean {
  if (scanner.done) return false;
  if (scanner.queue.length === 0) return true;
  dropStaleKeys(scanner);
  return scanner.keys[0]?.number === scanner.taken;
}

/** Adds the next token to the queue, with the block ends and starts that its column brings. */
export function fetchTokens(scanner: Scanner): void {
  const comment = skipToToken(scanner);
  if (comment !== undefined) {
    scanner.queue.push(comment);
    return;
  }
  dropStaleKeys(scanner);
  unwindIndent(scanner, columnHere(scanner));
  const code = codeHere(scanner);
  if (code === 0) fetchEnd(scanner);
  else if (!fetchAtLineStart(scanner, code) && !fetchMark(scanner, code)) fetchScalar(scanner, code);
}

function fetchEnd(scanner: Scanner): void {
  unwindIndent(scanner, -1);
  takeKey(scanner, true);
  scanner.keyAllowed = false;
  scanner.keys.length = 0;
  const mark = markHere(scanner);
  scanner.queue.push(token("<stream end>", mark, mark));
  scanner.done = true;
}

function fetchAtLineStart(scanner: Scanner, code: number): boolean {
  if ((code !== 37 && code !== 45 && code !== 46) || !atLineStart(scanner)) return false;
  if (code !== 37 && !atDocumentMarker(scanner)) return false;
  unwindIndent(scanner, -1);
  takeKey(scanner, true);
  scanner.keyAllowed = false;
  if (code === 37) scanner.queue.push(scanDirective(scanner));
  else pushMark(scanner, code === 45 ? "<document start>" : "<document end>", 3);
  return true;
}

function fetchScalar(scanner: Scanner, code: number): void {
  if (scanner.flowLevel === 0 && (code === 124 || code === 62)) {
    scanner.keyAllowed = true;
    takeKey(scanner, true);
    scanner.queue.push(scanBlock(scanner));
    return;
  }
  const scan = scanOf(scanner, code);
  saveKey(scanner);
  scanner.keyAllowed = false;
  scanner.queue.push(scan(scanner));
}

function scanOf(scanner: Scanner, code: number): (scanner: Scanner) => Token {
  if (code === 42 || code === 38) return scanName;
  if (code === 33) return scanTag;
  if (code === 39 || code === 34) return scanQuoted;
  if (startsPlain(scanner, code)) return scanPlain;
  return fail(scanner, {
    context: "while scanning for the next token",
    problem: `found character ${reprString(characterAt(scanner, scanner.at))} that cannot start any token`,
    mark: markHere(scanner),
  });
}
