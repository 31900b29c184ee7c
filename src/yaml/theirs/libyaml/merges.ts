import type { PyValue } from "../../../dialects/python/value.ts";
import type { Mark } from "./cursor.ts";
import { crash, describeComplaint, fail } from "./failure.ts";
import { type MappingNode, mergeTag, type Node, strTag, valueTag } from "./nodes.ts";
import type { Scanner } from "./scanner.ts";

type Build = (merged: MappingNode) => PyValue;

/**
 * Removes the merge key ("<<") from a mapping and builds the mappings that it names. See
 * RoundTripConstructor.flatten_mapping in ruamel constructor.py.
 */
export function takeMerges(scanner: Scanner, node: MappingNode, build: Build): readonly PyValue[] {
  const merges: PyValue[] = [];
  for (const [key, value] of node.pairs) {
    if (key.tag === valueTag) key.tag = strTag;
    if (key.tag !== mergeTag) continue;
    if (merges.length > 0) crashTwice(scanner, node.start, key.start);
    for (const merge of buildMerge(scanner, node, value, build)) merges.push(merge);
  }
  if (merges.length > 0) node.pairs = node.pairs.filter(([key]) => key.tag !== mergeTag);
  return merges;
}

function buildMerge(scanner: Scanner, node: MappingNode, value: Node, build: Build): readonly PyValue[] {
  if (value.kind === "mapping") return [build(value)];
  if (value.kind === "scalar") failMerge(scanner, node, value, "a mapping or list of mappings");
  return value.items.map((item) =>
    item.kind === "mapping" ? build(item) : failMerge(scanner, node, item, "a mapping"),
  );
}

/** PyYAML has the same message. */
export function failMerge(
  scanner: Scanner,
  { start }: MappingNode,
  { kind, start: mark }: Node,
  expected: string,
): never {
  fail(scanner, {
    context: "while constructing a mapping",
    contextMark: start,
    problem: `expected ${expected} for merging, but found ${kind}`,
    mark,
  });
}

const advice = `
To suppress this check see:
   http://yaml.readthedocs.io/en/latest/api.html#duplicate-keys

Duplicate keys will become an error in future releases, and are errors
by default when using the new API.
`;

/** A warning that ruamel.yaml raises as an exception, which StrictYAML does not catch as an error. */
function crashTwice(scanner: Scanner, contextMark: Mark, mark: Mark): never {
  const message = describeComplaint(scanner, {
    context: "while constructing a mapping",
    contextMark,
    problem: 'found duplicate key "<<"',
    mark,
  });
  crash("DuplicateKeyError", `${message}\n${advice}`);
}
