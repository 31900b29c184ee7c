import { readSimpleYaml, type SimpleNode, type SimplePair } from "../core/simple-yaml.ts";
import type { PyValue } from "./py-value.ts";
import { strTag } from "./yaml-nodes.ts";
import { resolvePlain } from "./yaml11-resolve.ts";

/** What StrictYAML makes of a text that all readers read alike. Undefined where it takes its own reader to say, as for flow style, which it refuses. */
export function readAgreedStrict(text: string): PyValue | undefined {
  const pairs = readSimpleYaml(text);
  return pairs && hasNoFlow(pairs) ? toDict(pairs, { type: "str", value: "" }) : undefined;
}

/** What PyYAML makes of it. Undefined too where a plain scalar is more than text to YAML 1.1: a number, a date, a yes. */
export function readAgreedPy(text: string): PyValue | undefined {
  const pairs = readSimpleYaml(text);
  return pairs && isAllText(pairs) ? toDict(pairs, { type: "NoneType" }) : undefined;
}

function hasNoFlow(pairs: readonly SimplePair[]): boolean {
  return pairs.every(({ value }) => value.kind === "scalar" || (value.style !== "flow" && (value.kind === "list" || hasNoFlow(value.pairs))));
}

function isAllText(pairs: readonly SimplePair[]): boolean {
  return pairs.every(({ key, value }) => resolvePlain(key.value) === strTag && isText(value));
}

function isText(node: SimpleNode): boolean {
  if (node.kind === "map") return isAllText(node.pairs);
  if (node.kind === "list") return node.items.every(isText);
  return node.style !== "plain" || resolvePlain(node.value) === strTag;
}

/** `nothing` stands where a key has no value. */
function toDict(pairs: readonly SimplePair[], nothing: PyValue): PyValue {
  return { type: "dict", entries: pairs.map(({ key, value }) => [{ type: "str", value: key.value }, toPyValue(value, nothing)] as const) };
}

function toPyValue(node: SimpleNode, nothing: PyValue): PyValue {
  if (node.kind === "map") return toDict(node.pairs, nothing);
  if (node.kind === "list") return { type: "list", items: node.items.map((item) => toPyValue(item, nothing)) };
  return node.style === "empty" ? nothing : { type: "str", value: node.value };
}
