import type { PyValue } from "./py-value.ts";
import { reprString } from "./python-repr.ts";
import { checkIndentation, failDuplicate, type Known } from "./strictyaml-checks.ts";
import { takeMerges } from "./strictyaml-merge.ts";
import { crash, fail } from "./yaml-failure.ts";
import { type MappingNode, mergeTag, type Node, type SequenceNode, valueTag } from "./yaml-nodes.ts";
import type { Scanner } from "./yaml-scanner.ts";

/** A node tree on its way to values. What a mapping holds is built at once, what a list at the root holds later: the first error decides. */
interface Construction {
  readonly scanner: Scanner;
  readonly later: (() => void)[];
  deep: boolean;
  /** Collections that are being built at once, each inside the last. */
  depth: number;
  /** A key is a tuple, which StrictYAML finds out last. */
  tupleKey: boolean;
}

/**
 * Python 3.11 has 1,000 frames. ruamel's constructor takes four for each collection inside a mapping, StrictYAML's
 * validators three for each of any kind. Measured from a bare script; a command line leaves two or three levels less.
 */
const deepestInMapping = 246;
const deepest = 325;

export function constructStrict(scanner: Scanner, root: Node): PyValue {
  const construction: Construction = { scanner, later: [], deep: false, depth: 0, tupleKey: false };
  const value = construct(construction, root, 1);
  for (let next = 0; next < construction.later.length; next++) construction.later[next]?.();
  if (construction.tupleKey) crash("AssertionError", "<class 'tuple'>");
  return value;
}

/** `depth` counts the collections down to this node. */
function construct(construction: Construction, node: Node, depth: number): PyValue {
  if (node.kind === "scalar") {
    const tagged = node.tag === valueTag || node.tag === mergeTag;
    return { type: tagged ? "TaggedScalar" : "str", value: node.value };
  }
  if (depth > deepest) crash("RecursionError", "maximum recursion depth exceeded");
  if (node.kind === "sequence") {
    const items: PyValue[] = [];
    schedule(construction, () => fillList(construction, node, items, depth));
    return { type: "list", items };
  }
  const entries: Entry[] = [];
  schedule(construction, () => fillMapping(construction, node, entries, depth));
  return { type: "dict", entries };
}

type Entry = readonly [PyValue, PyValue];

function schedule(construction: Construction, fill: () => void): void {
  if (!construction.deep) {
    construction.later.push(fill);
    return;
  }
  construction.depth++;
  if (construction.depth > deepestInMapping) crash("RecursionError", "maximum recursion depth exceeded");
  fill();
  construction.depth--;
}

function constructDeep(construction: Construction, node: Node, depth: number): PyValue {
  const { deep } = construction;
  construction.deep = true;
  const value = construct(construction, node, depth);
  construction.deep = deep;
  return value;
}

function fillList(construction: Construction, node: SequenceNode, items: PyValue[], depth: number): void {
  for (const item of node.items) items.push(construct(construction, item, depth + 1));
}

/** strictyaml/parser.py construct_mapping */
function fillMapping(construction: Construction, node: MappingNode, entries: Entry[], depth: number): void {
  const merged = takeMerges(construction.scanner, node, (merge) => construct(construction, merge, depth + 1));
  const known = new Map<string, Known>();
  for (const [keyNode, valueNode] of node.pairs) {
    const key = constructDeep(construction, keyNode, depth + 1);
    if (key.type === "dict") {
      fail(construction.scanner, {
        context: "while constructing a mapping",
        contextMark: node.start,
        problem: "found unhashable key",
        mark: keyNode.start,
      });
    }
    const value = constructDeep(construction, valueNode, depth + 1);
    const name = nameOf(construction, key);
    const first = known.get(name);
    if (first !== undefined) failDuplicate(construction.scanner, first, name, keyNode, valueNode);
    known.set(name, { key: keyNode.comment, value: valueNode.comment });
    entries.push([key, value]);
  }
  addMerged(construction, merged, known, entries);
  checkIndentation(construction.scanner, node);
}

/** A merged mapping that is only to be built later is still empty, and what it holds then never arrives. */
function addMerged(
  construction: Construction,
  merged: readonly PyValue[],
  known: Map<string, Known>,
  entries: Entry[],
): void {
  for (const mapping of merged) {
    for (const entry of mapping.type === "dict" ? mapping.entries : []) {
      const name = nameOf(construction, entry[0]);
      if (known.has(name)) continue;
      known.set(name, uncommented);
      entries.push(entry);
    }
  }
}

const uncommented: Known = { key: undefined, value: undefined };

/** The key as Python prints it; a list becomes a tuple, whose own lists and mappings have no hash. */
function nameOf(construction: Construction, key: PyValue): string {
  if (key.type === "str" || key.type === "TaggedScalar") return key.value;
  if (key.type !== "list") return "";
  construction.tupleKey = true;
  const items = key.items.map((item) => {
    if (item.type === "list") crash("TypeError", "unhashable type: 'CommentedSeq'");
    if (item.type === "dict") crash("TypeError", "unhashable type: 'CommentedMap'");
    return item.type === "str" ? reprString(item.value) : "";
  });
  return `(${items.join(", ")}${items.length === 1 ? "," : ""})`;
}
