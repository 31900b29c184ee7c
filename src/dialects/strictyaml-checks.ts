import { crash, fail } from "./yaml-failure.ts";
import type { MappingNode, Node } from "./yaml-nodes.ts";
import type { Scanner } from "./yaml-scanner.ts";
import type { Comment } from "./yaml-tokens.ts";

/** The comments of a key's first occurrence. */
export interface Known {
  readonly key: Comment | undefined;
  readonly value: Comment | undefined;
}

/** A second key crashes before it is refused where the first had comments before it. ruamel comments.py yaml_key_comment_extend. */
export function failDuplicate(scanner: Scanner, first: Known, name: string, key: Node, value: Node): never {
  checkComments(first.key, key.comment);
  checkComments(first.value, value.comment);
  fail(scanner, {
    kind: "duplicate-key",
    context: "While parsing",
    contextMark: key.start,
    problem: `Duplicate key '${name}' found`,
    mark: key.end,
  });
}

function checkComments(first: Comment | undefined, second: Comment | undefined): void {
  if (first?.before === undefined || second === undefined) return;
  crash("TypeError", `'${second.after ? "CommentToken" : "NoneType"}' object is not iterable`);
}

/** Mappings that are values of one mapping begin in one column. strictyaml/parser.py construct_mapping. */
export function checkIndentation(scanner: Scanner, node: MappingNode): void {
  let column: number | undefined;
  for (const [, value] of node.pairs) {
    if (value.kind !== "mapping") continue;
    column ??= value.start.column;
    if (value.start.column === column) continue;
    const problem = "Found mapping with indentation inconsistent with previous mapping";
    fail(scanner, {
      kind: "indentation",
      context: "While parsing",
      contextMark: value.start,
      problem,
      mark: value.end,
    });
  }
}
