import { reprString } from "../../../dialects/python/value.ts";
import { beginLine, characterAt, codeAfter, codeHere, columnHere, isSpaceOrEnd, markHere } from "./cursor.ts";
import { crash, fail } from "./failure.ts";
import { scanBlock } from "./scan-block-scalar.ts";
import { scanPlain, scanQuoted, startsPlain } from "./scan-flow-scalars.ts";
import { skipToToken } from "./scan-gap.ts";
import { scanDirective, scanName, scanTag } from "./scan-properties.ts";
import {
  addIndent,
  atDocumentMarker,
  atLineStart,
  dropStaleKeys,
  isVersion11,
  saveKey,
  type Scanner,
  takeKey,
  unwindIndent,
} from "./scanner.ts";
import { type Comment, token, type Token, type TokenKind } from "./tokens.ts";

/**
 * Whether the next token is of the kind. This has side effects: it reads tokens, takes a comment, or fails on an error
 * in them.
 */
export function nextIs(scanner: Scanner, kind: TokenKind): boolean {
  return peekToken(scanner).kind === kind;
}

export function nextIsOneOf(scanner: Scanner, kinds: readonly TokenKind[]): boolean {
  return kinds.includes(peekToken(scanner).kind);
}

export function peekToken(scanner: Scanner): Token {
  if (scanner.next !== undefined) return scanner.next;
  const token = look(scanner);
  // The parser checks each token at least twice. The second check may find a stale key or another comment; later checks
  // change nothing.
  if (token === scanner.seen && token.kind !== "<comment>") scanner.next = token;
  scanner.seen = token;
  return token;
}

function look(scanner: Scanner): Token {
  fillQueue(scanner);
  if (scanner.flavour.keepsComments) gatherComments(scanner);
  return first(scanner);
}

export function takeToken(scanner: Scanner): Token {
  const taken = peekToken(scanner);
  if (scanner.flavour.keepsComments) takeCommentAfter(scanner, taken);
  scanner.taken++;
  scanner.queue.shift();
  scanner.next = undefined;
  return taken;
}

function fillQueue(scanner: Scanner): void {
  while (needsTokens(scanner)) fetchTokens(scanner);
}

/** The queue ends with the end of the stream, which the parser never consumes twice. */
function first(scanner: Scanner): Token {
  const token = scanner.queue[0];
  return token ?? crash("AttributeError", "'NoneType' object has no attribute 'id'");
}

/** ruamel scanner.py _gather_comments: a leading comment is attached to the next token, which may be a comment too. */
function gatherComments(scanner: Scanner): void {
  const { queue } = scanner;
  let gathered = dropComment(scanner);
  while (needsTokens(scanner)) {
    fetchTokens(scanner);
    gathered += dropComment(scanner);
  }
  if (gathered > 0) addCommentsBefore(first(scanner), gathered);
  if (!scanner.done && queue.length < 2) fetchTokens(scanner);
}

function dropComment(scanner: Scanner): number {
  if (scanner.queue[0]?.kind !== "<comment>") return 0;
  scanner.queue.shift();
  scanner.taken++;
  return 1;
}

function addCommentsBefore(token: Token, count: number): void {
  const comment = (token.comment ??= { after: false, before: undefined });
  if (comment.before !== undefined) crash("AssertionError", "");
  comment.before = count;
}

/**
 * ruamel scanner.py get_token: comments after the end of a value on its line, and for a scalar on any line, are
 * attached to it.
 */
function takeCommentAfter(scanner: Scanner, taken: Token): void {
  const { queue } = scanner;
  const comment = queue[1];
  if (comment?.kind !== "<comment>" || !ownsComments.includes(taken.kind)) return;
  if (taken.kind !== "<scalar>" && taken.end.line !== comment.start.line) return;
  do {
    queue.splice(1, 1);
    scanner.taken++;
    fetchTokens(scanner);
  } while (queue[1]?.kind === "<comment>");
  (taken.comment ??= { after: true, before: undefined }).after = true;
}

const ownsComments: readonly TokenKind[] = ["<scalar>", ":", "]", "}"];

/**
 * ruamel tokens.py move_comment: moves a token's comments to the next token, which may already have some. If both have
 * comments of the same kind, Python raises an error; its message, which lists all of them, is not reproduced here.
 */
export function moveComment(from: Token, to: Token): void {
  const moved = from.comment;
  if (moved === undefined || to.kind === "<stream end>" || to.kind === "<document start>") return;
  from.comment = undefined;
  if (to.comment === undefined) to.comment = moved;
  else mergeComment(moved, to.comment);
}

function mergeComment(moved: Comment, kept: Comment): void {
  if ((moved.after && kept.after) || (moved.before && kept.before))
    crash("NotImplementedError", "overlap in comment");
  if (moved.after) kept.after = true;
  if (moved.before) kept.before = moved.before;
}

/** Whether the queue has too few tokens or its first one may still become a key. */
function needsTokens(scanner: Scanner): boolean {
  if (scanner.done) return false;
  if (scanner.queue.length <= scanner.flavour.lookahead) return true;
  dropStaleKeys(scanner);
  return scanner.keys[0]?.number === scanner.taken;
}

/** Adds the next token to the queue, with the block ends and starts that its column implies. */
function fetchTokens(scanner: Scanner): void {
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
  if (scanner.flavour.endsLine && !atLineStart(scanner)) beginLine(scanner);
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

/** Scans an indicator at the current position, if there is one. */
function fetchMark(scanner: Scanner, code: number): boolean {
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

function pushMark(scanner: Scanner, kind: TokenKind, units = 1): void {
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

/** Scans "," and "-"; the parser refuses them in wrong positions. */
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

/**
 * ruamel scanner.py check_value: in YAML 1.2 flow context, a ":" must be followed by a space if it is in a sequence or
 * if it follows another ":".
 */
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

/** In block context, starts a collection if the column is deeper than the last one. */
function beginBlock(scanner: Scanner, kind: TokenKind, what: string): void {
  if (scanner.flowLevel !== 0) return;
  const mark = markHere(scanner);
  if (!scanner.keyAllowed) fail(scanner, { problem: `${what} are not allowed here`, mark });
  if (addIndent(scanner, mark.column)) scanner.queue.push(token(kind, mark, mark));
}
