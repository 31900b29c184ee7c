import { reprString } from "./python-repr.ts";
import type { Mark } from "./yaml-cursor.ts";
import { fail } from "./yaml-failure.ts";
import { type MappingNode, mapTag, type Node, seqTag, type SequenceNode, strTag } from "./yaml-nodes.ts";
import { parseBlockMapping, parseBlockSequence, parseIndentless } from "./yaml-parse-block.ts";
import { parseFlowMapping, parseFlowSequence } from "./yaml-parse-flow.ts";
import { describe, type Parser, type Place } from "./yaml-parser.ts";
import { refuse } from "./yaml-refusals.ts";
import type { Scanner } from "./yaml-scanner.ts";
import { nextIs, peekToken, takeToken } from "./yaml-token-stream.ts";
import type { Comment, Token, TokenKind } from "./yaml-tokens.ts";

/** What precedes a node's content. */
interface Head {
  readonly start: Mark;
  readonly end: Mark;
  readonly anchor: string | undefined;
  /** "!" asks for the tag that would do without it. */
  readonly tag: string | undefined;
}

/** Reads one node with all that it holds. The order in which token kinds are asked for decides which error comes first. */
export function parseNode(parser: Parser, place: Place): Node {
  const { scanner } = parser;
  if (nextIs(scanner, "<alias>")) return followAlias(parser, takeToken(scanner));
  const head = takeHead(parser);
  if (place === "value" && nextIs(scanner, "-"))
    return parseSequence(parser, head, parseIndentless, takeCommentAfter(peekToken(scanner)));
  if (nextIs(scanner, "<scalar>")) return parseScalar(parser, head);
  if (finds(scanner, "[")) return parseSequence(parser, head, parseFlowSequence, undefined);
  if (finds(scanner, "{")) return parseMapping(parser, head, parseFlowMapping);
  if (place !== "flow") {
    if (nextIs(scanner, "<block sequence start>"))
      return parseSequence(parser, head, parseBlockSequence, splitComment(peekToken(scanner)));
    if (nextIs(scanner, "<block mapping start>")) return parseMapping(parser, head, parseBlockMapping);
  }
  if (head.tag === undefined && head.anchor === undefined) failNode(scanner, place, head.start);
  return addScalar(parser, head, "", head.tag === undefined || head.tag === "!", head.end, undefined);
}

/** As StrictYAML asks: it refuses some kinds when it finds them. */
function finds(scanner: Scanner, kind: TokenKind): boolean {
  if (!nextIs(scanner, kind)) return false;
  if (scanner.flavour.refusesFeatures) refuse(scanner, peekToken(scanner));
  return true;
}

function followAlias({ scanner, anchors }: Parser, alias: Token): Node {
  return (
    anchors.get(alias.value) ??
    fail(scanner, { problem: `found undefined alias ${reprString(alias.value)}`, mark: alias.start })
  );
}

function takeHead(parser: Parser): Head {
  const { scanner } = parser;
  const anchorFirst = finds(scanner, "<anchor>") ? takeToken(scanner) : undefined;
  const tag = finds(scanner, "<tag>") ? takeToken(scanner) : undefined;
  const anchor =
    anchorFirst ?? (tag !== undefined && finds(scanner, "<anchor>") ? takeToken(scanner) : undefined);
  const { start } = anchorFirst ?? tag ?? peekToken(scanner);
  const { end } = (anchorFirst === undefined ? (anchor ?? tag) : (tag ?? anchor)) ?? { end: start };
  return { start, end, anchor: anchor?.value, tag: tag && resolveTag(parser, tag, start) };
}

function resolveTag({ scanner, tagHandles }: Parser, tag: Token, contextMark: Mark): string {
  if (tag.handle === undefined) return tag.value;
  const prefix = tagHandles.get(tag.handle);
  if (prefix !== undefined) return prefix + tag.value;
  return fail(scanner, {
    context: "while parsing a node",
    contextMark,
    problem: `found undefined tag handle ${reprString(tag.handle)}`,
    mark: tag.start,
  });
}

function failNode(scanner: Scanner, place: Place, contextMark: Mark): never {
  const found = peekToken(scanner);
  const context = `while parsing a ${place === "flow" ? "flow" : "block"} node`;
  fail(scanner, {
    context,
    contextMark,
    problem: `expected the node content, but found ${describe(found)}`,
    mark: found.start,
  });
}

function parseScalar(parser: Parser, head: Head): Node {
  const { value, plain, end, comment } = takeToken(parser.scanner);
  return addScalar(parser, head, value, head.tag === "!" || (plain && head.tag === undefined), end, comment);
}

function addScalar(
  parser: Parser,
  head: Head,
  value: string,
  resolves: boolean,
  end: Mark,
  comment: Comment | undefined,
): Node {
  const tag = resolves ? parser.resolvePlain(value, parser.scanner) : (head.tag ?? strTag);
  return addAnchor(parser, head, { kind: "scalar", tag, value, start: head.start, end, comment });
}

type Fill<Kind> = (parser: Parser, node: Kind) => void;

function parseSequence(
  parser: Parser,
  head: Head,
  fill: Fill<SequenceNode>,
  comment: Comment | undefined,
): Node {
  const { tag = "!", start } = head;
  const node: SequenceNode = {
    kind: "sequence",
    tag: tag === "!" ? seqTag : tag,
    items: [],
    start,
    end: start,
    comment,
  };
  addAnchor(parser, head, node);
  fill(parser, node);
  return node;
}

function parseMapping(parser: Parser, head: Head, fill: Fill<MappingNode>): Node {
  const { tag = "!", start } = head;
  const { comment } = peekToken(parser.scanner);
  const node: MappingNode = {
    kind: "mapping",
    tag: tag === "!" ? mapTag : tag,
    pairs: [],
    start,
    end: start,
    comment,
  };
  addAnchor(parser, head, node);
  fill(parser, node);
  return node;
}

/** A collection's anchor is known within it. */
function addAnchor({ scanner, anchors }: Parser, { anchor }: Head, node: Node): Node {
  if (anchor === undefined) return node;
  const known = anchors.get(anchor);
  if (known !== undefined && scanner.flavour.uniqueAnchors) {
    const context = `found duplicate anchor ${reprString(anchor)}; first occurrence`;
    fail(scanner, { context, contextMark: known.start, problem: "second occurrence", mark: node.start });
  }
  anchors.set(anchor, node);
  return node;
}

/** ruamel parser.py parse_node: an indentless sequence takes only the comment that ends a line. */
function takeCommentAfter({ comment }: Token): Comment | undefined {
  if (comment === undefined || !comment.after) return undefined;
  comment.after = false;
  return { after: true, before: 0 };
}

/** ruamel tokens.py split_comment */
function splitComment(token: Token): Comment | undefined {
  const { comment } = token;
  if (comment === undefined || comment.before !== undefined) return comment;
  if (!comment.after) return undefined;
  token.comment = undefined;
  return { after: true, before: undefined };
}
