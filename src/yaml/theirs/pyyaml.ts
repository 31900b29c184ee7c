import { onceForEach, onceForRecent } from "../../core/once.ts";
import { readAgreedJava, readAgreedPy } from "./agreed.ts";
import { type PyValue, type PyYamlResult, reprString } from "../../dialects/python/value.ts";
import { composeSingle } from "./libyaml/composer.ts";
import { attempt, crash, fail } from "./libyaml/failure.ts";
import { type Flavour, pyYamlFlavour } from "./libyaml/flavour.ts";
import { failMerge } from "./libyaml/merges.ts";
import { type MappingNode, mergeTag, type Node, prefix, strTag, valueTag } from "./libyaml/nodes.ts";
import { type BadCharacter, openText, type Scanner } from "./libyaml/scanner.ts";
import { constructBinary, resolveJava, resolvePlain, scalarConstructors } from "./pyyaml-scalars.ts";

/** Maximum length in UTF-16 units: Python needs minutes for longer texts, which become a "TimeoutError". */
const longest = 1_048_576;

/** Reads as PyYAML 6.0's `yaml.safe_load` on Python 3.11: the value, `str()` of its YAMLError or another exception. */
export const loadPyYaml = (text: string, flavour = pyYamlFlavour): PyYamlResult => loaderOf(flavour)(text);

const loaderOf = onceForEach((flavour: Flavour) =>
  onceForRecent((text): PyYamlResult => {
    const agreed = flavour.javaValues ? readAgreedJava(text) : readAgreedPy(text);
    if (agreed) return { outcome: "value", value: agreed };
    const result = attempt(() => load(text, flavour));
    return result.outcome === "error"
      ? { outcome: "error", message: result.message, problem: result.problem }
      : result;
  }),
);

function load(text: string, flavour: Flavour): PyYamlResult {
  if (text.length > longest) crash("TimeoutError", `the text is longer than ${longest} characters`);
  const scanner = openText(text, flavour);
  if ("code" in scanner) return unacceptable(scanner);
  const node = composeSingle(scanner, flavour.javaValues ? resolveJava : resolvePlain);
  return { outcome: "value", value: node === undefined ? { type: "NoneType" } : constructPy(scanner, node) };
}

/** The message of ReaderError in PyYAML reader.py. */
function unacceptable({ code, position }: BadCharacter): PyYamlResult {
  const problem = `unacceptable character #x${code.toString(16).padStart(4, "0")}: special characters are not allowed`;
  return { outcome: "error", message: `${problem}\n  in "<unicode string>", position ${position}`, problem };
}

interface Construction {
  readonly scanner: Scanner;
  readonly built: Map<Node, PyValue>;
  /**
   * Caches the identity of keys: a long key may occur many times through aliases, but is converted and hashed only
   * once.
   */
  readonly names: Map<PyValue, string>;
  /** Collections are created empty and filled later, so that they can contain themselves. */
  readonly later: (() => void)[];
  readonly work: Work;
}

function constructPy(scanner: Scanner, root: Node): PyValue {
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

/** Of equal keys, the first determines the position and the last the value. */
function fillMapping(construction: Construction, node: Node, entries: Entry[]): void {
  const { scanner, work } = construction;
  if (node.kind !== "mapping") return failKind(scanner, node, "a mapping");
  flatten(work, node);
  const places = new Map<string, number>();
  for (const [keyNode, valueNode] of node.pairs) {
    const key = construct(construction, keyNode);
    const unique = scanner.flavour.javaValues ? `k${places.size}` : undefined;
    const name = construction.names.get(key) ?? keyName(key) ?? unique;
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

/** Puts the pairs of merged mappings ("<<") before a node's own, in place, as constructor.py flatten_mapping does. */
function flatten(work: Work, node: MappingNode, depth = 0): void {
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

/**
 * If a scalar is required, a mapping is replaced with the value of its "=" key. See SafeConstructor.construct_scalar in
 * PyYAML constructor.py.
 */
function scalarText(work: Work, node: Node): string {
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

function failKind(scanner: Scanner, { kind, start }: Node, expected: string): never {
  fail(scanner, { problem: `expected ${expected} node, but found ${kind}`, mark: start });
}

/**
 * The same string for all keys that are equal in Python, such as 1, 1.0 and True. Undefined for unhashable values.
 * PyYAML has a single NaN object, which is equal to itself as a key.
 */
function keyName(key: PyValue): string | undefined {
  switch (key.type) {
    case "str":
      return `s${key.value}`;
    case "int":
      return `n${key.value.toString(16)}`;
    case "bool":
      return key.value ? "n1" : "n0";
    case "float":
      return Number.isInteger(key.value) ? `n${BigInt(key.value).toString(16)}` : `f${key.value}`;
    case "NoneType":
      return "None";
    case "bytes":
      return `b${key.value.join()}`;
    case "date":
      return `d${key.value}`;
    case "datetime":
      return `t${instant(key.value)}`;
    default:
      return undefined;
  }
}

const aware = /^(.{19})(\.\d+)?([-+].*)$/;

/** Times with an offset are equal if they are the same instant. */
function instant(shown: string): string {
  const [, seconds, fraction = "", offset] = aware.exec(shown) ?? [];
  return seconds === undefined ? shown : `${Date.parse(`${seconds.replace(" ", "T")}${offset}`)}${fraction}`;
}

/** Work spent on the mappings of one text, in visited pairs. */
interface Work {
  readonly scanner: Scanner;
  spent: number;
}

/** A text of 1 MiB needs at most half of this without aliases; with them, each merge can double the work. */
const most = 1_000_000;

function spend(work: Work, pairs: number): void {
  work.spent += pairs;
  if (work.spent > most) crash("TimeoutError", "aliases make too much of a small text");
}

/** Depth of nested calls at which Python 3.11 fails: each uses one of 1,000 frames. */
const deepestCalls = 985;

function crashTooDeep(): never {
  crash("RecursionError", "maximum recursion depth exceeded");
}
