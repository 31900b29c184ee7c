import { readAgreedStrict } from "./agreed.ts";
import { type PyValue, reprString, type StrictYamlResult } from "../../dialects/python/value.ts";
import { composeSingle } from "./libyaml/composer.ts";
import { attempt, crash, fail } from "./libyaml/failure.ts";
import { strictYamlFlavour } from "./libyaml/flavour.ts";
import { takeMerges } from "./libyaml/merges.ts";
import {
  type MappingNode,
  mergeTag,
  type Node,
  type SequenceNode,
  strTag,
  valueTag,
} from "./libyaml/nodes.ts";
import { refuseFlow } from "./libyaml/parser.ts";
import { openText, type Scanner } from "./libyaml/scanner.ts";
import { TextMark } from "./libyaml/text-mark.ts";
import type { Comment } from "./libyaml/tokens.ts";

/** Maximum length in UTF-16 units: Python needs minutes for longer texts, which become a "TimeoutError". */
const longest = 1_048_576;

/**
 * The result of `strictyaml.load(text).data` of StrictYAML 1.7.3 on Python 3.11: the value, `str()` of its YAMLError,
 * or the uncaught exception.
 */
export function loadStrictYaml(text: string): StrictYamlResult {
  const agreed = readAgreedStrict(text);
  if (agreed && "value" in agreed) return { outcome: "value", value: agreed.value };
  const result = attempt(() => (agreed ? refuseAt(text, agreed.flow) : load(text)));
  return result.outcome === "error"
    ? { outcome: "error", kind: result.kind, message: result.message }
    : result;
}

/** Refuses the flow collection at an offset. */
function refuseAt(text: string, offset: number): never {
  const scanner = openText(text, strictYamlFlavour);
  if ("code" in scanner) throw new TypeError("a text that all readers read has a character that one refuses");
  refuseFlow(scanner, { start: new TextMark(text, offset), end: new TextMark(text, offset + 1) });
}

function load(text: string): StrictYamlResult {
  if (text.length > longest) crash("TimeoutError", `the text is longer than ${longest} characters`);
  const scanner = openText(text, strictYamlFlavour);
  if ("code" in scanner) crash("AttributeError", "'ReaderError' object has no attribute 'context_mark'");
  const node = composeSingle(scanner, resolvePlain);
  const value = node && constructStrict(scanner, node);
  // parser.py generic_load: a document that is neither a mapping nor a list is returned as its source text.
  if (value?.type === "dict" || value?.type === "list") return { outcome: "value", value };
  return { outcome: "value", value: { type: "str", value: text } };
}

/** StrictYAML reads all types as strings, except that "<<" is a merge key and "=" has a tag without a constructor. */
function resolvePlain(value: string, { version: [major, minor] }: Scanner): string {
  if (major !== 1 || (minor !== 1 && minor !== 2)) crash("KeyError", `(${major}, ${minor})`);
  return value === "<<" ? mergeTag : value === "=" ? valueTag : strTag;
}

/**
 * State of constructing values from nodes. Content of a mapping is built immediately, content of a list at the root
 * later; this order determines the first error.
 */
interface Construction {
  readonly scanner: Scanner;
  readonly later: (() => void)[];
  deep: boolean;
  /** Depth of the nested collections that are currently being built immediately. */
  depth: number;
  /** Whether a key is a tuple, which StrictYAML detects last. */
  tupleKey: boolean;
}

/**
 * Python 3.11 has 1,000 frames. ruamel's constructor takes four for each collection inside a mapping, StrictYAML's
 * validators three for each of any kind. Measured from a bare script; a command line leaves two or three levels less.
 */
const deepestInMapping = 246;

const deepest = 325;

function constructStrict(scanner: Scanner, root: Node): PyValue {
  const construction: Construction = { scanner, later: [], deep: false, depth: 0, tupleKey: false };
  const value = construct(construction, root, 1);
  for (let next = 0; next < construction.later.length; next++) construction.later[next]?.();
  if (construction.tupleKey) crash("AssertionError", "<class 'tuple'>");
  return value;
}

/** `depth` is the number of collections from the root to this node. */
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

/** Same as construct_mapping in strictyaml/parser.py. */
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
    if (first !== undefined) failDuplicate(construction.scanner, first, name, [keyNode, valueNode]);
    known.set(name, { key: keyNode.comment, value: valueNode.comment });
    entries.push([key, value]);
  }
  addMerged(construction, merged, known, entries);
  checkIndentation(construction.scanner, node);
}

/** A merged mapping that is built later is still empty, so its content is never merged. */
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

/** The key as Python prints it. A list becomes a tuple, and a list or mapping inside a tuple cannot be hashed. */
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

/** The comments of a key's first occurrence. */
interface Known {
  readonly key: Comment | undefined;
  readonly value: Comment | undefined;
}

/**
 * A duplicate key crashes before it is refused if comments precede the first one. See yaml_key_comment_extend in ruamel
 * comments.py.
 */
function failDuplicate(
  scanner: Scanner,
  first: Known,
  name: string,
  [key, value]: readonly [Node, Node],
): never {
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

/**
 * Mappings that are values of one mapping must start in the same column. See construct_mapping in strictyaml/parser.py.
 */
function checkIndentation(scanner: Scanner, node: MappingNode): void {
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
