import type { PyValue } from "./py-value.ts";
import { reprString } from "./python-repr.ts";
import { constructBinary } from "./pyyaml-binary.ts";
import { keyName } from "./pyyaml-keys.ts";
import { flatten } from "./pyyaml-merge.ts";
import { scalarConstructors } from "./pyyaml-scalars.ts";
import { failKind, scalarText } from "./pyyaml-text.ts";
import type { Work } from "./pyyaml-work.ts";
import { fail } from "./yaml-failure.ts";
import { type MappingNode, type Node, prefix } from "./yaml-nodes.ts";
import type { Scanner } from "./yaml-scanner.ts";

interface Construction {
  readonly scanner: Scanner;
  readonly built: Map<Node, PyValue>;
  /** Of keys: a long one may stand in many places by its alias, and is to be spelled and hashed once. */
  readonly names: Map<PyValue, string>;
  /** Collections are handed out empty and filled in turn, so that they may hold themselves. */
  readonly later: (() => void)[];
  readonly work: Work;
}

export function constructPy(scanner: Scanner, root: Node): PyValue {
  const construction: Construction = {
    scanner,
    built: new Map(),
    names: new Map(),
    later: [],
    work: { scanner, spent: 0 },
  };
  const value = construct(construction, root);
  for (let next = 0; next < construction.later.length; next++) construction.later[next]?.();
  return value;
}

function construct(construction: Construction, node: Node): PyValue {
  const known = construction.built.get(node);
  if (known !== undefined) return known;
  const value = constructNew(construction, node);
  construction.built.set(node, value);
  return value;
}

function constructNew(construction: Construction, node: Node): PyValue {
  const { scanner, work } = construction;
  const constructScalar = scalarConstructors.get(node.tag);
  if (constructScalar) return constructScalar(scalarText(work, node));
  switch (node.tag.startsWith(prefix) ? node.tag.slice(prefix.length) : "") {
    case "binary":
      return constructBinary(scanner, scalarText(work, node), node.start);
    case "seq":
      return listLater(construction, (items) => fillList(construction, node, items));
    case "omap":
      return listLater(construction, (items) => fillPairs(construction, node, "an ordered map", items));
    case "pairs":
      return listLater(construction, (items) => fillPairs(construction, node, "pairs", items));
    case "map":
      return mapLater(construction, node);
    case "set":
      return setLater(construction, node);
    default:
      return fail(scanner, {
        problem: `could not determine a constructor for the tag ${reprString(node.tag)}`,
        mark: node.start,
      });
  }
}

function listLater({ later }: Construction, fill: (items: PyValue[]) => void): PyValue {
  const items: PyValue[] = [];
  later.push(() => fill(items));
  return { type: "list", items };
}

function fillList(construction: Construction, node: Node, items: PyValue[]): void {
  if (node.kind !== "sequence") failKind(construction.scanner, node, "a sequence");
  for (const item of node.items) items.push(construct(construction, item));
}

function fillPairs(construction: Construction, node: Node, what: string, items: PyValue[]): void {
  const { scanner } = construction;
  const context = `while constructing ${what}`;
  const contextMark = node.start;
  if (node.kind !== "sequence")
    return fail(scanner, {
      context,
      contextMark,
      problem: `expected a sequence, but found ${node.kind}`,
      mark: node.start,
    });
  for (const item of node.items) {
    if (item.kind !== "mapping")
      return fail(scanner, {
        context,
        contextMark,
        problem: `expected a mapping of length 1, but found ${item.kind}`,
        mark: item.start,
      });
    const [pair, second] = item.pairs;
    if (pair === undefined || second !== undefined) {
      return fail(scanner, {
        context,
        contextMark,
        problem: `expected a single mapping item, but found ${item.pairs.length} items`,
        mark: item.start,
      });
    }
    items.push({
      type: "tuple",
      items: [construct(construction, pair[0]), construct(construction, pair[1])],
    });
  }
}

type Entry = readonly [PyValue, PyValue];

function mapLater(construction: Construction, node: Node): PyValue {
  const entries: Entry[] = [];
  construction.later.push(() => fillMapping(construction, node, entries));
  return { type: "dict", entries };
}

function setLater(construction: Construction, node: Node): PyValue {
  const items: PyValue[] = [];
  construction.later.push(() => {
    const entries: Entry[] = [];
    fillMapping(construction, node, entries);
    for (const [key] of entries) items.push(key);
  });
  return { type: "set", items };
}

/** Of like keys the first keeps its place and the last its value. */
function fillMapping(construction: Construction, node: Node, entries: Entry[]): void {
  const { scanner, work } = construction;
  if (node.kind !== "mapping") return failKind(scanner, node, "a mapping");
  flatten(work, node);
  const places = new Map<string, number>();
  for (const [keyNode, valueNode] of node.pairs) {
    const key = construct(construction, keyNode);
    const name = construction.names.get(key) ?? keyName(key);
    if (name === undefined) failKey(scanner, node, keyNode);
    construction.names.set(key, name);
    const value = construct(construction, valueNode);
    const place = places.get(name) ?? entries.length;
    places.set(name, place);
    entries[place] = [entries[place]?.[0] ?? key, value];
  }
}

function failKey(scanner: Scanner, { start }: MappingNode, key: Node): never {
  fail(scanner, {
    context: "while constructing a mapping",
    contextMark: start,
    problem: "found unhashable key",
    mark: key.start,
  });
}
