import { reprString } from "../../../dialects/python/value.ts";
import type { Cursor, Mark } from "./cursor.ts";
import { crash, fail } from "./failure.ts";
import {
  type MappingNode,
  mapTag,
  type Node,
  type ScalarNode,
  seqTag,
  type SequenceNode,
  strTag,
} from "./nodes.ts";
import { isAbove11, type Scanner } from "./scanner.ts";
import { moveComment, nextIs, nextIsOneOf, peekToken, takeToken } from "./token-stream.ts";
import type { Comment, Token, TokenKind } from "./tokens.ts";

/** The tag and anchor before a node's content. */
interface Head {
  readonly start: Mark;
  readonly end: Mark;
  readonly anchor: string | undefined;
  /** "!" requests the tag that would apply without it. */
  readonly tag: string | undefined;
}

/** Reads one node with its content. The order in which token kinds are checked determines which error comes first. */
export function parseNode(parser: Parser, place: NodeContext): Node {
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
  const empty = { value: "", end: head.end, comment: undefined };
  return addScalar(parser, head, empty, head.tag === undefined || head.tag === "!");
}

/** Whether the next token has this kind. As in StrictYAML, some kinds are refused here. */
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

function failNode(scanner: Scanner, place: NodeContext, contextMark: Mark): never {
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
  const scalar = takeToken(parser.scanner);
  return addScalar(parser, head, scalar, head.tag === "!" || (scalar.plain && head.tag === undefined));
}

function addScalar(
  parser: Parser,
  head: Head,
  { value, end, comment }: Pick<Token, "value" | "end" | "comment">,
  resolves: boolean,
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

/** Adds an anchor while its collection is being read: it is already defined within the collection. */
function addAnchor(parser: Parser, { anchor }: Head, node: Node): Node {
  const { scanner, anchors } = parser;
  parser.root ??= node;
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

/** Same as split_comment in ruamel tokens.py. */
function splitComment(token: Token): Comment | undefined {
  const { comment } = token;
  if (comment === undefined || comment.before !== undefined) return comment;
  if (!comment.after) return undefined;
  token.comment = undefined;
  return { after: true, before: undefined };
}

/** The context of a node. In "value", a sequence may have the same indentation as its key. */
type NodeContext = "block" | "value" | "flow";

export interface Parser {
  readonly scanner: Scanner;
  /** Resolves the tag of a plain scalar that has none. */
  readonly resolvePlain: (value: string, scanner: Scanner) => string;
  readonly anchors: Map<string, Node>;
  /** The first node, which may not be complete yet. */
  root: Node | undefined;
  tagHandles: ReadonlyMap<string, string>;
  /** Number of collections around the current node. */
  depth: number;
}

/**
 * Maximum depth of collections that Python 3.11 can read with its 1,000 frames, of which the composers use two per
 * collection. Measured for PyYAML from a bare script; ruamel.yaml has two fewer, and a command line about five fewer.
 */
const deepest = 490;

function enter(parser: Parser): void {
  parser.depth++;
  if (parser.depth > deepest) crash("RecursionError", "maximum recursion depth exceeded");
}

/** The null for an empty node. */
export function emptyScalar(parser: Parser, mark: Mark, comment?: Comment): ScalarNode {
  return {
    kind: "scalar",
    tag: parser.resolvePlain("", parser.scanner),
    value: "",
    start: mark,
    end: mark,
    comment,
  };
}

/** Ends a collection and removes the comments from the end token. See check_end_doc_comment in ruamel composer.py. */
function leave(
  parser: Parser,
  node: SequenceNode | MappingNode,
  end: Mark,
  comment: Comment | undefined,
): void {
  parser.depth--;
  node.end = end;
  if (!comment?.before) return;
  node.comment ??= { after: false, before: undefined };
  comment.before = undefined;
}

export function describe(token: Token): string {
  return `'${token.kind}'`;
}

/**
 * strictyaml/parser.py check_token: valid YAML that StrictYAML disallows. Only for a tag the context is its end and the
 * problem its start.
 */
function refuse(scanner: Scanner, { kind, start, end }: Token): never {
  const context = "While scanning";
  if (kind === "<tag>") {
    fail(scanner, {
      kind: "tag",
      context,
      contextMark: end,
      problem: "Found disallowed tag tokens (do not specify types in markup)",
      mark: start,
    });
  }
  if (kind === "[" || kind === "{") refuseFlow(scanner, { start, end });
  fail(scanner, {
    kind: "anchor",
    context,
    contextMark: start,
    problem: `Found confusing disallowed anchor token ${advice}`,
    mark: end,
  });
}

/** Refuses a flow collection; the positions are those of its first character. */
export function refuseFlow(cursor: Cursor, { start, end }: Pick<Token, "start" | "end">): never {
  fail(cursor, {
    kind: "flow",
    context: "While scanning",
    contextMark: start,
    problem: `Found ugly disallowed JSONesque flow mapping ${advice}`,
    mark: end,
  });
}

const advice = "(surround with ' and ' to make text appear literally)";

function parseBlockSequence(parser: Parser, node: SequenceNode): void {
  const { scanner } = parser;
  enter(parser);
  const begin = takeToken(scanner).start;
  while (nextIs(scanner, "-")) node.items.push(parseBlockEntry(parser, afterBlockEntry));
  const end = takeBlockEnd(parser, begin, "while parsing a block collection");
  leave(parser, node, end.end, end.comment);
}

/** Reads a sequence that has the same indentation as its key. */
function parseIndentless(parser: Parser, node: SequenceNode): void {
  const { scanner } = parser;
  enter(parser);
  while (nextIs(scanner, "-")) node.items.push(parseBlockEntry(parser, afterIndentlessEntry));
  const next = peekToken(scanner);
  leave(parser, node, next.start, next.comment);
}

const afterBlockEntry: readonly TokenKind[] = ["-", "<block end>"];

const afterIndentlessEntry: readonly TokenKind[] = ["-", "?", ":", "<block end>"];

function parseBlockEntry(parser: Parser, ends: readonly TokenKind[]): Node {
  const entry = takeToken(parser.scanner);
  passComment(parser, entry);
  return nextIsOneOf(parser.scanner, ends) ? emptyScalar(parser, entry.end) : parseNode(parser, "block");
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

function parseBlockMapping(parser: Parser, node: MappingNode): void {
  const { scanner } = parser;
  enter(parser);
  const begin = takeToken(scanner).start;
  for (let key = parseBlockKey(parser); key !== undefined; key = parseBlockKey(parser))
    node.pairs.push([key, parseBlockValue(parser)]);
  const end = takeBlockEnd(parser, begin, "while parsing a block mapping");
  passComment(parser, end);
  leave(parser, node, end.end, end.comment);
}

const afterBlockKey: readonly TokenKind[] = ["?", ":", "<block end>"];

function parseBlockKey(parser: Parser): Node | undefined {
  const { scanner } = parser;
  if (nextIs(scanner, "?")) {
    const mark = takeToken(scanner);
    passComment(parser, mark);
    return nextIsOneOf(scanner, afterBlockKey) ? emptyScalar(parser, mark.end) : parseNode(parser, "value");
  }
  return isAbove11(scanner) && nextIs(scanner, ":")
    ? emptyScalar(parser, peekToken(scanner).start)
    : undefined;
}

function parseBlockValue(parser: Parser): Node {
  const { scanner } = parser;
  if (!nextIs(scanner, ":")) return emptyScalar(parser, peekToken(scanner).start);
  const mark = takeToken(scanner);
  if (scanner.flavour.keepsComments && (nextIs(scanner, ":") || !nextIs(scanner, "?")))
    moveComment(mark, peekToken(scanner));
  if (!nextIsOneOf(scanner, afterBlockKey)) return parseNode(parser, "value");
  return scanner.flavour.keepsComments ? commentedEmpty(parser, mark) : emptyScalar(parser, mark.end);
}

/**
 * ruamel parser.py parse_block_mapping_value: an absent value without a comment takes the comment and position of the
 * next token.
 */
function commentedEmpty(parser: Parser, mark: Token): Node {
  if (mark.comment !== undefined) return emptyScalar(parser, mark.end, mark.comment);
  const next = peekToken(parser.scanner);
  const { comment } = next;
  if (comment === undefined) return emptyScalar(parser, next.end);
  next.comment = { after: false, before: comment.before };
  return emptyScalar(parser, next.end, { after: comment.after, before: undefined });
}

/** Reached only for PyYAML, as StrictYAML refuses "[" and "{". */
function parseFlowSequence(parser: Parser, node: SequenceNode): void {
  const { scanner } = parser;
  enter(parser);
  const begin = takeToken(scanner).start;
  while (toNext(parser, node, begin)) {
    node.items.push(nextIs(scanner, "?") ? parsePair(parser) : parseNode(parser, "flow"));
  }
  leave(parser, node, takeToken(scanner).end, undefined);
}

/** Consumes the comma before an entry; false if there is no further entry. */
function toNext({ scanner }: Parser, node: SequenceNode | MappingNode, contextMark: Mark): boolean {
  const [closer, entries] =
    node.kind === "sequence" ? (["]", node.items] as const) : (["}", node.pairs] as const);
  if (nextIs(scanner, closer)) return false;
  if (entries.length === 0) return true;
  if (!nextIs(scanner, ",")) {
    const found = peekToken(scanner);
    fail(scanner, {
      context: `while parsing a flow ${node.kind}`,
      contextMark,
      problem: `expected ',' or '${closer}', but got ${describe(found)}`,
      mark: found.start,
    });
  }
  takeToken(scanner);
  return !nextIs(scanner, closer);
}

const afterPairKey: readonly TokenKind[] = [":", ",", "]"];

const afterPairValue: readonly TokenKind[] = [",", "]"];

const afterFlowKey: readonly TokenKind[] = [":", ",", "}"];

const afterFlowValue: readonly TokenKind[] = [",", "}"];

/** Reads "key: value" within a sequence, which is a mapping with one pair. */
function parsePair(parser: Parser): MappingNode {
  const { scanner } = parser;
  enter(parser);
  const mark = takeToken(scanner);
  const node: MappingNode = {
    kind: "mapping",
    tag: mapTag,
    pairs: [],
    start: mark.start,
    end: mark.end,
    comment: undefined,
  };
  const key = nextIsOneOf(scanner, afterPairKey) ? emptyScalar(parser, mark.end) : parseNode(parser, "flow");
  node.pairs.push([key, parseFlowValue(parser, afterPairValue)]);
  leave(parser, node, peekToken(scanner).start, undefined);
  return node;
}

function parseFlowValue(parser: Parser, ends: readonly TokenKind[]): Node {
  const { scanner } = parser;
  if (!nextIs(scanner, ":")) return emptyScalar(parser, peekToken(scanner).start);
  const mark = takeToken(scanner);
  return nextIsOneOf(scanner, ends) ? emptyScalar(parser, mark.end) : parseNode(parser, "flow");
}

function parseFlowMapping(parser: Parser, node: MappingNode): void {
  const { scanner } = parser;
  enter(parser);
  const begin = takeToken(scanner).start;
  while (toNext(parser, node, begin)) node.pairs.push(parseFlowEntry(parser));
  leave(parser, node, takeToken(scanner).end, undefined);
}

function parseFlowEntry(parser: Parser): readonly [Node, Node] {
  const { scanner } = parser;
  if (!nextIs(scanner, "?")) {
    const key = parseNode(parser, "flow");
    return [key, emptyScalar(parser, peekToken(scanner).start)];
  }
  const mark = takeToken(scanner);
  const key = nextIsOneOf(scanner, afterFlowKey) ? emptyScalar(parser, mark.end) : parseNode(parser, "flow");
  return [key, parseFlowValue(parser, afterFlowValue)];
}
