import type { Mark } from "./yaml-cursor.ts";
import { fail } from "./yaml-failure.ts";
import type { MappingNode, Node, SequenceNode } from "./yaml-nodes.ts";
import { describe, emptyScalar, enter, leave, type Parser } from "./yaml-parser.ts";
import { isAbove11 } from "./yaml-scanner.ts";
import { moveComment, nextIs, nextIsOneOf, peekToken, takeToken } from "./yaml-token-stream.ts";
import type { Token, TokenKind } from "./yaml-tokens.ts";

export function parseBlockSequence(parser: Parser, node: SequenceNode): void {
  const { scanner } = parser;
  enter(parser);
  const begin = takeToken(scanner).start;
  while (nextIs(scanner, "-")) node.items.push(parseEntry(parser, afterEntry));
  const end = takeBlockEnd(parser, begin, "while parsing a block collection");
  leave(parser, node, end.end, end.comment);
}

/** A sequence that is indented no deeper than the key it belongs to. */
export function parseIndentless(parser: Parser, node: SequenceNode): void {
  const { scanner } = parser;
  enter(parser);
  while (nextIs(scanner, "-")) node.items.push(parseEntry(parser, afterIndentlessEntry));
  const next = peekToken(scanner);
  leave(parser, node, next.start, next.comment);
}

const afterEntry: readonly TokenKind[] = ["-", "<block end>"];
const afterIndentlessEntry: readonly TokenKind[] = ["-", "?", ":", "<block end>"];

function parseEntry(parser: Parser, ends: readonly TokenKind[]): Node {
  const entry = takeToken(parser.scanner);
  passComment(parser, entry);
  return nextIsOneOf(parser.scanner, ends)
    ? emptyScalar(parser, entry.end)
    : parser.parseNode(parser, "block");
}

function passComment(parser: Parser, token: Token): void {
  if (parser.scanner.flavour.keepsComments) moveComment(token, peekToken(parser.scanner));
}

function takeBlockEnd(parser: Parser, contextMark: Mark, context: string): Token {
  const { scanner } = parser;
  if (!nextIs(scanner, "<block end>")) {
    const found = peekToken(scanner);
    fail(scanner, {
      context,
      contextMark,
      problem: `expected <block end>, but found ${describe(found)}`,
      mark: found.start,
    });
  }
  return takeToken(scanner);
}

export function parseBlockMapping(parser: Parser, node: MappingNode): void {
  const { scanner } = parser;
  enter(parser);
  const begin = takeToken(scanner).start;
  for (let key = parseKey(parser); key !== undefined; key = parseKey(parser))
    node.pairs.push([key, parseValue(parser)]);
  const end = takeBlockEnd(parser, begin, "while parsing a block mapping");
  passComment(parser, end);
  leave(parser, node, end.end, end.comment);
}

const afterKey: readonly TokenKind[] = ["?", ":", "<block end>"];

function parseKey(parser: Parser): Node | undefined {
  const { scanner } = parser;
  if (nextIs(scanner, "?")) {
    const mark = takeToken(scanner);
    passComment(parser, mark);
    return nextIsOneOf(scanner, afterKey) ? emptyScalar(parser, mark.end) : parser.parseNode(parser, "value");
  }
  return isAbove11(scanner) && nextIs(scanner, ":")
    ? emptyScalar(parser, peekToken(scanner).start)
    : undefined;
}

function parseValue(parser: Parser): Node {
  const { scanner } = parser;
  if (!nextIs(scanner, ":")) return emptyScalar(parser, peekToken(scanner).start);
  const mark = takeToken(scanner);
  if (scanner.flavour.keepsComments && (nextIs(scanner, ":") || !nextIs(scanner, "?")))
    moveComment(mark, peekToken(scanner));
  if (!nextIsOneOf(scanner, afterKey)) return parser.parseNode(parser, "value");
  return scanner.flavour.keepsComments ? commentedEmpty(parser, mark) : emptyScalar(parser, mark.end);
}

/** ruamel parser.py parse_block_mapping_value: without a comment of its own, an absent value takes the next token's and its place. */
function commentedEmpty(parser: Parser, mark: Token): Node {
  if (mark.comment !== undefined) return emptyScalar(parser, mark.end, mark.comment);
  const next = peekToken(parser.scanner);
  const { comment } = next;
  if (comment === undefined) return emptyScalar(parser, next.end);
  next.comment = { after: false, before: comment.before };
  return emptyScalar(parser, next.end, { after: comment.after, before: undefined });
}
