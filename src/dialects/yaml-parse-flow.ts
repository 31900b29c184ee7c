import type { Mark } from "./yaml-cursor.ts";
import { fail } from "./yaml-failure.ts";
import { type MappingNode, mapTag, type Node, type SequenceNode } from "./yaml-nodes.ts";
import { describe, emptyScalar, enter, leave, type Parser } from "./yaml-parser.ts";
import { nextIs, nextIsOneOf, peekToken, takeToken } from "./yaml-token-stream.ts";
import type { TokenKind } from "./yaml-tokens.ts";

/** Only PyYAML comes this far: StrictYAML refuses "[" and "{". */
export function parseFlowSequence(parser: Parser, node: SequenceNode): void {
  const { scanner } = parser;
  enter(parser);
  const begin = takeToken(scanner).start;
  while (toNext(parser, begin, "sequence", "]", node.items.length === 0)) {
    node.items.push(nextIs(scanner, "?") ? parsePair(parser) : parser.parseNode(parser, "flow"));
  }
  leave(parser, node, takeToken(scanner).end, undefined);
}

/** Passes the comma before an entry; false where there is no further one. */
function toNext(parser: Parser, contextMark: Mark, what: string, closer: "]" | "}", first: boolean): boolean {
  const { scanner } = parser;
  if (nextIs(scanner, closer)) return false;
  if (first) return true;
  if (!nextIs(scanner, ",")) {
    const found = peekToken(scanner);
    fail(scanner, {
      context: `while parsing a flow ${what}`,
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
const afterKey: readonly TokenKind[] = [":", ",", "}"];
const afterValue: readonly TokenKind[] = [",", "}"];

/** "key: value" within a sequence is a mapping of one. */
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
  const key = nextIsOneOf(scanner, afterPairKey)
    ? emptyScalar(parser, mark.end)
    : parser.parseNode(parser, "flow");
  node.pairs.push([key, parseValue(parser, afterPairValue)]);
  leave(parser, node, peekToken(scanner).start, undefined);
  return node;
}

function parseValue(parser: Parser, ends: readonly TokenKind[]): Node {
  const { scanner } = parser;
  if (!nextIs(scanner, ":")) return emptyScalar(parser, peekToken(scanner).start);
  const mark = takeToken(scanner);
  return nextIsOneOf(scanner, ends) ? emptyScalar(parser, mark.end) : parser.parseNode(parser, "flow");
}

export function parseFlowMapping(parser: Parser, node: MappingNode): void {
  const { scanner } = parser;
  enter(parser);
  const begin = takeToken(scanner).start;
  while (toNext(parser, begin, "mapping", "}", node.pairs.length === 0)) node.pairs.push(parseEntry(parser));
  leave(parser, node, takeToken(scanner).end, undefined);
}

function parseEntry(parser: Parser): readonly [Node, Node] {
  const { scanner } = parser;
  if (!nextIs(scanner, "?")) {
    const key = parser.parseNode(parser, "flow");
    return [key, emptyScalar(parser, peekToken(scanner).start)];
  }
  const mark = takeToken(scanner);
  const key = nextIsOneOf(scanner, afterKey)
    ? emptyScalar(parser, mark.end)
    : parser.parseNode(parser, "flow");
  return [key, parseValue(parser, afterValue)];
}
