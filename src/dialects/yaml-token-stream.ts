import { crash } from "./yaml-failure.ts";
import { fetchTokens, needsTokens } from "./yaml-fetch.ts";
import type { Scanner } from "./yaml-scanner.ts";
import type { Comment, Token, TokenKind } from "./yaml-tokens.ts";

/** Whether the next token is of the kind. Looking has effects: it pulls tokens in and a comment out, or meets an error in them. */
export function nextIs(scanner: Scanner, kind: TokenKind): boolean {
  return peekToken(scanner).kind === kind;
}

export function nextIsOneOf(scanner: Scanner, kinds: readonly TokenKind[]): boolean {
  return kinds.includes(peekToken(scanner).kind);
}

export function peekToken(scanner: Scanner): Token {
  if (scanner.next !== undefined) return scanner.next;
  const token = look(scanner);
  // The parser looks at each token twice or more: the second look may find a stale key or one more comment, later ones nothing.
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

/** The queue ends in the stream's end, which the parser never takes twice. */
function first(scanner: Scanner): Token {
  const token = scanner.queue[0];
  return token ?? crash("AttributeError", "'NoneType' object has no attribute 'id'");
}

/** ruamel scanner.py _gather_comments: a leading comment goes to the token after it, which may be a comment itself. */
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

/** ruamel scanner.py get_token: comments that follow a value's end on its line, and for a scalar on any line, are its own. */
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
 * ruamel tokens.py move_comment: hands a token's comments to the one after it, which may already have some. Where both
 * have comments of one kind Python gives up; its message, not reproduced here, prints them all.
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
