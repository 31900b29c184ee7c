import type { Mark } from "./yaml-cursor.ts";
import { crash } from "./yaml-failure.ts";
import type { MappingNode, Node, ScalarNode, SequenceNode } from "./yaml-nodes.ts";
import type { Scanner } from "./yaml-scanner.ts";
import type { Comment, Token } from "./yaml-tokens.ts";

/** What of a node may stand in a place: in "value" a sequence needs no deeper indentation than its key. */
export type Place = "block" | "value" | "flow";

export interface Parser {
  readonly scanner: Scanner;
  /** The tag of a plain scalar without one. */
  readonly resolvePlain: (value: string, scanner: Scanner) => string;
  readonly parseNode: (parser: Parser, place: Place) => Node;
  readonly anchors: Map<string, Node>;
  tagHandles: ReadonlyMap<string, string>;
  /** Collections around the node being read. */
  depth: number;
}

/**
 * Collections inside one another that Python 3.11 can read with its 1,000 frames, of which the composers take two for
 * each. Measured from a bare script for PyYAML, ruamel.yaml has two fewer; a command line leaves some five less.
 */
const deepest = 490;

export function enter(parser: Parser): void {
  parser.depth++;
  if (parser.depth > deepest) crash("RecursionError", "maximum recursion depth exceeded");
}

/** The null that stands where nothing is written. */
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

/** Ends a collection. ruamel composer.py check_end_doc_comment: it takes the comments before its end away from that token. */
export function leave(
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
