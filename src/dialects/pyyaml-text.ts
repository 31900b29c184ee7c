import { crashTooDeep, deepestCalls, spend, type Work } from "./pyyaml-work.ts";
import { fail } from "./yaml-failure.ts";
import { type Node, valueTag } from "./yaml-nodes.ts";
import type { Scanner } from "./yaml-scanner.ts";

/** A mapping stands for the value of its "=" key where text is asked for. PyYAML constructor.py SafeConstructor.construct_scalar. */
export function scalarText(work: Work, node: Node): string {
  let at = node;
  for (let depth = 0; at.kind !== "scalar"; depth++) {
    if (depth > deepestCalls) crashTooDeep();
    at = valueOf(work, at) ?? failKind(work.scanner, at, "a scalar");
  }
  return at.value;
}

function valueOf(work: Work, node: Node): Node | undefined {
  if (node.kind !== "mapping") return undefined;
  spend(work, 1 + node.pairs.length);
  return node.pairs.find(([key]) => key.tag === valueTag)?.[1];
}

export function failKind(scanner: Scanner, { kind, start }: Node, expected: string): never {
  fail(scanner, { problem: `expected ${expected} node, but found ${kind}`, mark: start });
}
