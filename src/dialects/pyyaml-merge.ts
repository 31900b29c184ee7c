import { crashTooDeep, deepestCalls, spend, type Work } from "./pyyaml-work.ts";
import { failMerge } from "./strictyaml-merge.ts";
import { type MappingNode, mergeTag, type Node, strTag, valueTag } from "./yaml-nodes.ts";

/** Replaces merge keys ("<<") by what they name, before the mapping's own pairs. PyYAML constructor.py flatten_mapping, which changes the nodes too. */
export function flatten(work: Work, node: MappingNode, depth = 0): void {
  spend(work, 1 + node.pairs.length);
  const merges = node.pairs.filter(([key]) => key.tag === mergeTag);
  for (const [key] of node.pairs) if (key.tag === valueTag) key.tag = strTag;
  if (merges.length === 0) return;
  if (depth > deepestCalls) crashTooDeep();
  node.pairs = node.pairs.filter(([key]) => key.tag !== mergeTag);
  const merged = merges.flatMap(([, value]) => pairsOf(work, node, value, depth + 1));
  node.pairs = [...merged, ...node.pairs];
}

function pairsOf(work: Work, node: MappingNode, value: Node, depth: number): MappingNode["pairs"] {
  if (value.kind === "mapping") return copyPairs(work, value, depth);
  if (value.kind === "scalar") failMerge(work.scanner, node, value, "a mapping or list of mappings");
  const copies = value.items.map((item) =>
    item.kind === "mapping" ? copyPairs(work, item, depth) : failMerge(work.scanner, node, item, "a mapping"),
  );
  return copies.reverse().flat();
}

function copyPairs(work: Work, from: MappingNode, depth: number): MappingNode["pairs"] {
  flatten(work, from, depth);
  spend(work, from.pairs.length);
  return from.pairs;
}
