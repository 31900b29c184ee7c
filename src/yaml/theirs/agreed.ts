import { onceForRecent } from "../../core/once.ts";
import { readSimpleYaml, type SimpleNode, type SimplePair, type SimpleScalar } from "../simple.ts";
import type { PyValue } from "../../dialects/python/value.ts";
import { constructPlain, resolvePlain } from "./pyyaml-scalars.ts";
import { attempt } from "./libyaml/failure.ts";
import { strTag } from "./libyaml/nodes.ts";

/** Converts one scalar as a particular library does. */
type ToValue = (scalar: SimpleScalar) => PyValue;

/**
 * StrictYAML's value for a text that all readers interpret equally, or the offset of the first flow collection, which it
 * refuses.
 */
export function readAgreedStrict(
  text: string,
): { readonly value: PyValue } | { readonly flow: number } | undefined {
  // The reference cuts right after the fence's dashes; without the line break it is the text that the parser has
  // already read.
  const start = text.startsWith("\n") ? 1 : 0;
  const pairs = readSimpleYaml(text.slice(start));
  if (!pairs) return undefined;
  const flow = firstFlow(pairs.map(({ value }) => value));
  return flow === undefined ? { value: toDict(pairs, toText) } : { flow: start + flow };
}

/**
 * PyYAML's value for the text. Also undefined if a key is not a string in YAML 1.1, or if a scalar is invalid for its
 * type, as PyYAML's reader determines which error comes first.
 */
export const readAgreedPy: (text: string) => PyValue | undefined = onceForRecent((text) => {
  const pairs = readAgreedPairs(text);
  if (!pairs || !haveTextKeys(pairs)) return undefined;
  const result = attempt(() => ({ outcome: "value", value: toDict(pairs, toTyped) }) as const);
  return result.outcome === "value" ? result.value : undefined;
});

/** As `readAgreedPy` for SnakeYAML, which reads digits with an exponent as a number and PyYAML as text. */
export function readAgreedJava(text: string): PyValue | undefined {
  return /\d_*[eE][-+]?\d/.test(text) ? undefined : readAgreedPy(text);
}

/** The pairs as PyYAML and libyaml read them: they do not add a line break to a block scalar that ends the text. */
export const readAgreedPairs: (text: string) => readonly SimplePair[] | undefined = onceForRecent((text) => {
  if (text.endsWith("\n")) return readSimpleYaml(text);
  const pairs = readSimpleYaml(`${text}\n`);
  return pairs && endsInBlock(pairs) ? withoutLastBreak(pairs) : pairs;
});

function endsInBlock(pairs: readonly SimplePair[]): boolean {
  let node = pairs.at(-1)?.value;
  while (node && node.kind !== "scalar")
    node = node.kind === "list" ? node.items.at(-1) : node.pairs.at(-1)?.value;
  return node?.style === "block";
}

function withoutLastBreak(pairs: readonly SimplePair[]): readonly SimplePair[] {
  const [last] = pairs.slice(-1);
  if (!last) return pairs;
  return [...pairs.slice(0, -1), { key: last.key, value: endWithoutBreak(last.value) }];
}

function endWithoutBreak(node: SimpleNode): SimpleNode {
  if (node.style === "flow") return node;
  if (node.kind === "map") return { ...node, pairs: withoutLastBreak(node.pairs) };
  if (node.kind === "list")
    return { ...node, items: [...node.items.slice(0, -1), ...node.items.slice(-1).map(endWithoutBreak)] };
  return node.style === "block" ? { ...node, value: node.value.replace(/\n$/, "") } : node;
}

/** The offset of the first flow collection among the nodes and in them. */
function firstFlow(nodes: readonly SimpleNode[]): number | undefined {
  for (const node of nodes) {
    if (node.style === "flow") return node.start;
    if (node.kind === "scalar") continue;
    const inner = firstFlow(node.kind === "list" ? node.items : node.pairs.map(({ value }) => value));
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** Whether all keys are strings in YAML 1.1, at any depth; then they are in YAML 1.2 too. */
export function haveTextKeys(pairs: readonly SimplePair[]): boolean {
  return pairs.every(({ key, value }) => isTextKey(key) && hasTextKeys(value));
}

function hasTextKeys(node: SimpleNode): boolean {
  if (node.kind === "map") return haveTextKeys(node.pairs);
  return node.kind === "scalar" || node.items.every(hasTextKeys);
}

function isTextKey({ style, value }: SimpleScalar): boolean {
  return style !== "plain" || resolvePlain(value) === strTag;
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

/** Converts a date as a particular library does. */
type ToDate = (date: string) => unknown;

/**
 * The value on which npm's yaml, Bun, and js-yaml 4 with its JSON schema agree. Undefined if one of them could differ,
 * for example for a time of day.
 */
export const readAgreedJs = agreedJs((date) => date);

/** As `readAgreedJs` for js-yaml 3 and 4 with their default schemas, which read a date as a Date. */
export function readAgreedJsDates(text: string): Readonly<Record<string, unknown>> | undefined {
  return /\d{4}-\d\d-\d\d/.test(text) ? readWithDates(text) : readAgreedJs(text);
}

const readWithDates = agreedJs((date) => new Date(`${date}T00:00:00Z`));

function agreedJs(toDate: ToDate): (text: string) => Readonly<Record<string, unknown>> | undefined {
  return onceForRecent((text) => {
    // All of them end a block scalar with a line break, also if the text does not.
    const pairs = readSimpleYaml(text.endsWith("\n") ? text : `${text}\n`);
    return pairs && toObject(pairs, toDate);
  });
}

function toObject(
  pairs: readonly SimplePair[],
  toDate: ToDate,
): Readonly<Record<string, unknown>> | undefined {
  const object: Record<string, unknown> = {};
  for (const { key, value } of pairs) {
    if (key.value === "__proto__" || wordOfYaml.test(key.value)) return undefined;
    const read = toJsValue(value, toDate);
    if (read === undefined) return undefined;
    object[key.value] = read;
  }
  return object;
}

function toJsValue(node: SimpleNode, toDate: ToDate): unknown {
  if (node.kind === "map") return toObject(node.pairs, toDate);
  if (node.kind === "scalar") return toJsScalar(node, toDate);
  const items = node.items.map((item) => toJsValue(item, toDate));
  return items.includes(undefined) ? undefined : items;
}

/** Undefined if the libraries could differ, or if they could read the text as something else than it seems. */
function toJsScalar({ style, value }: SimpleScalar, toDate: ToDate): unknown {
  if (style === "empty") return null;
  if (style !== "plain") return value;
  if (value === "true" || value === "false") return value === "true";
  if (value === "null") return null;
  if (sureDate.test(value)) return toDate(value);
  if (/^[\d.+~-]/.test(value)) return sureNumber.test(value) ? Number(value) : sureText(value);
  return wordOfYaml.test(value) ? undefined : value;
}

/** A day that exists in every year. */
const sureDate =
  /^[12]\d{3}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)$/;

/** Texts without spaces that one of the YAML versions or libraries reads as another type. */
const wordOfYaml = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

const sureNumber = /^(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;

/** The text if it is neither a number of any base nor a date; numbers and dates have fewer letters in a row. */
function sureText(value: string): string | undefined {
  const isText = /^\d+\.\d+\.\d+$/.test(value) || (/[A-Za-z]{4}/.test(value) && !/^[+-]?0[box]/i.test(value));
  return isText ? value : undefined;
}
