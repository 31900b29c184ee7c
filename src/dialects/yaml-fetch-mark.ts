import { isSpaceOrEnd } from "./yaml-characters.ts";
import { codeAfter, markHere } from "./yaml-cursor.ts";
import { fail } from "./yaml-failure.ts";
import { addIndent, isVersion11, saveKey, type Scanner, takeKey } from "./yaml-scanner.ts";
import { token, type TokenKind } from "./yaml-tokens.ts";

/** Takes an indicator that is a token of its own, if one stands here. */
export function fetchMark(scanner: Scanner, code: number): boolean {
  const character = String.fromCharCode(code);
  if (character === "[" || character === "{") openFlow(scanner, character);
  else if (character === "]" || character === "}") closeFlow(scanner, character);
  else if (character === ",") fetchEntry(scanner, character);
  else if (character === "-" && isSpaceOrEnd(codeAfter(scanner, 1))) fetchEntry(scanner, character);
  else if (character === "?" && (scanner.flowLevel !== 0 || isSpaceOrEnd(codeAfter(scanner, 1))))
    fetchKey(scanner);
  else if (character === ":" && isValue(scanner)) fetchValue(scanner);
  else return false;
  return true;
}

export function pushMark(scanner: Scanner, kind: TokenKind, units = 1): void {
  const start = markHere(scanner);
  scanner.at += units;
  scanner.queue.push(token(kind, start, markHere(scanner)));
}

function openFlow(scanner: Scanner, kind: "[" | "{"): void {
  saveKey(scanner);
  scanner.flow.push(kind);
  scanner.flowLevel++;
  scanner.keyAllowed = true;
  pushMark(scanner, kind);
}

function closeFlow(scanner: Scanner, kind: "]" | "}"): void {
  takeKey(scanner, true);
  scanner.flow.pop();
  if (scanner.flowLevel > 0 || scanner.flavour.flowUnderflows) scanner.flowLevel--;
  scanner.keyAllowed = false;
  pushMark(scanner, kind);
}

/** Both "," and "-", though either may stand where the parser will refuse it. */
function fetchEntry(scanner: Scanner, kind: "," | "-"): void {
  if (kind === "-") beginBlock(scanner, "<block sequence start>", "sequence entries");
  scanner.keyAllowed = true;
  takeKey(scanner, true);
  pushMark(scanner, kind);
}

function fetchKey(scanner: Scanner): void {
  beginBlock(scanner, "<block mapping start>", "mapping keys");
  scanner.keyAllowed = scanner.flowLevel === 0;
  takeKey(scanner, true);
  pushMark(scanner, "?");
}

/** ruamel scanner.py check_value: by YAML 1.2 a ":" in flow needs a blank after it in a sequence, or after another ":". */
function isValue(scanner: Scanner): boolean {
  if (isSpaceOrEnd(codeAfter(scanner, 1))) return true;
  if (scanner.flowLevel === 0) return false;
  if (isVersion11(scanner)) return true;
  return scanner.flow.at(-1) !== "[" && scanner.queue.at(-1)?.kind !== ":";
}

function fetchValue(scanner: Scanner): void {
  const key = takeKey(scanner, false);
  if (key === undefined) {
    beginBlock(scanner, "<block mapping start>", "mapping values");
    scanner.keyAllowed = scanner.flowLevel === 0;
  } else {
    const place = key.number - scanner.taken;
    scanner.queue.splice(place, 0, token("?", key.mark, key.mark));
    if (scanner.flowLevel === 0 && addIndent(scanner, key.mark.column))
      scanner.queue.splice(place, 0, token("<block mapping start>", key.mark, key.mark));
    scanner.keyAllowed = false;
  }
  pushMark(scanner, ":");
}

/** In block context, begins a collection where the column is deeper than the last. */
function beginBlock(scanner: Scanner, kind: TokenKind, what: string): void {
  if (scanner.flowLevel !== 0) return;
  const mark = markHere(scanner);
  if (!scanner.keyAllowed) fail(scanner, { problem: `${what} are not allowed here`, mark });
  if (addIndent(scanner, mark.column)) scanner.queue.push(token(kind, mark, mark));
}
