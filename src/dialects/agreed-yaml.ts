import { readSimpleYaml, type SimpleNode, type SimplePair, type SimpleScalar } from "../core/simple-yaml.ts";
import type { PyValue } from "./python/value.ts";
import { constructPlain } from "./pyyaml/scalars.ts";
import { attempt } from "./yaml/failure.ts";
import { strTag } from "./yaml/nodes.ts";
import { resolvePlain } from "./pyyaml/resolve.ts";

/** Converts one scalar as a particular library does. */
type ToValue = (scalar: SimpleScalar) => PyValue;

/**
 * StrictYAML's value for a text that all readers interpret equally. Undefined if StrictYAML's own reader is needed, for
 * example because it refuses flow style.
 */
export function readAgreedStrict(text: string): PyValue | undefined {
  // The reference cuts right after the fence's dashes; without the line break it is the text that the parser has already read.
  const pairs = readSimpleYaml(text.startsWith("\n") ? text.slice(1) : text);
  return pairs && pairs.every(hasNoFlow) ? toDict(pairs, toText) : undefined;
}

/**
 * PyYAML's value for the text. Also undefined if a key is not a string in YAML 1.1, or if a scalar is invalid for its
 * type, as PyYAML's reader determines which error comes first.
 */
export function readAgreedPy(text: string): PyValue | undefined {
  // The script cuts before the last line break, which only affects a block scalar at the end.
  const isCut = !text.endsWith("\n");
  const pairs = readSimpleYaml(isCut ? `${text}\n` : text);
  if (!pairs || !pairs.every(hasTextKeys)) return undefined;
  const last = isCut ? lastScalar(pairs) : undefined;
  const toValue: ToValue = (scalar) =>
    scalar === last && scalar.style === "block"
      ? toText({ value: scalar.value.replace(/\n$/, "") })
      : toTyped(scalar);
  const result = attempt(() => ({ outcome: "value", value: toDict(pairs, toValue) }) as const);
  return result.outcome === "value" ? result.value : undefined;
}

function hasNoFlow({ value }: SimplePair): boolean {
  return (
    value.kind === "scalar" ||
    (value.style !== "flow" && (value.kind === "list" || value.pairs.every(hasNoFlow)))
  );
}

function hasTextKeys({ key, value }: SimplePair): boolean {
  return resolvePlain(key.value) === strTag && (value.kind !== "map" || value.pairs.every(hasTextKeys));
}

function lastScalar(pairs: readonly SimplePair[]): SimpleScalar | undefined {
  const value = pairs.at(-1)?.value;
  if (value?.kind === "map") return lastScalar(value.pairs);
  return value?.kind === "scalar" ? value : undefined;
}

function toText({ value }: Pick<SimpleScalar, "value">): PyValue {
  return { type: "str", value };
}

function toTyped({ style, value }: SimpleScalar): PyValue {
  if (style === "empty") return { type: "NoneType" };
  return style === "plain" ? constructPlain(value) : { type: "str", value };
}

function toDict(pairs: readonly SimplePair[], toValue: ToValue): PyValue {
  return {
    type: "dict",
    entries: pairs.map(
      ({ key, value }) => [{ type: "str", value: key.value }, toPyValue(value, toValue)] as const,
    ),
  };
}

function toPyValue(node: SimpleNode, toValue: ToValue): PyValue {
  if (node.kind === "map") return toDict(node.pairs, toValue);
  if (node.kind === "list")
    return { type: "list", items: node.items.map((item) => toPyValue(item, toValue)) };
  return toValue(node);
}
