import { type Node, prefix, type ScalarNode } from "../libyaml/nodes.ts";
import { untagged } from "./document.ts";

/** A value as `serde_yaml::Value` has it. A float keeps its text: only its type matters here. */
export type SerdeScalar =
  | null
  | boolean
  | string
  | { readonly number: "integer" | "float"; readonly text: string };

/** serde_yaml src/de.rs parse_null */
export function isNullWord(text: string): boolean {
  return text === "null" || text === "Null" || text === "NULL" || text === "~";
}

const integer = /^(?:[+-]?(?:0x[0-9a-fA-F]+|0o[0-7]+|0b[01]+|[0-9]+))$/;
const float = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const special = /^(?:[+-]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
/** The first character of a text that may be of another type. */
const mayBeTyped = /^(?:[-+.\d~nNtTfF]|$)/;
/** "007" is text in YAML 1.2. */
const padded = /^[+-]?0\d+$/;

/** The type of a plain scalar without a tag: the core schema of YAML 1.2. serde_yaml src/de.rs visit_untagged_scalar */
function readPlain(text: string): SerdeScalar {
  if (!mayBeTyped.test(text)) return text;
  if (text === "" || isNullWord(text)) return null;
  if (text === "true" || text === "True" || text === "TRUE") return true;
  if (text === "false" || text === "False" || text === "FALSE") return false;
  if (padded.test(text)) return text;
  if (integer.test(text) && fits(text)) return { number: "integer", text };
  return special.test(text) || (float.test(text) && Number.isFinite(Number(text)))
    ? { number: "float", text }
    : text;
}

/** Whether it is an i128 or u128; a longer number is a float if it is decimal, else text. */
function fits(text: string): boolean {
  const magnitude = BigInt(text.replace(/^[+-]/, ""));
  return magnitude < (text.startsWith("-") ? 2n ** 127n + 1n : 2n ** 128n);
}

export function readScalar({ tag, value }: ScalarNode): SerdeScalar {
  return tag === untagged ? readPlain(value) : readTagged(tag, value);
}

/** A type as serde's messages name it. */
export function describeType(node: Node): string {
  if (node.kind !== "scalar") return node.kind === "mapping" ? "map" : "sequence";
  const value = readScalar(node);
  if (value === null) return "unit value";
  if (typeof value === "string") return `string ${JSON.stringify(value)}`;
  if (typeof value === "boolean") return `boolean \`${value}\``;
  return value.number === "float" ? `floating point \`${value.text}\`` : `integer \`${Number(value.text)}\``;
}

/** A key as the message about a second one names it. */
export function describeKey(key: Node): string {
  if (key.kind !== "scalar") return "in YAML map";
  const value = readScalar(key);
  if (value === null) return "with null key";
  if (typeof value === "string") return `with key ${JSON.stringify(value)}`;
  if (typeof value === "boolean") return `with key \`${value}\``;
  return `with key ${Number(value.text)}`;
}

/** The value of a scalar with a tag; tags of other types are those of strings. */
function readTagged(tag: string, text: string): SerdeScalar {
  return typed.has(tag) || (tag.startsWith("!") && tag !== "!") ? readPlain(text) : text;
}

const typed: ReadonlySet<string> = new Set(["bool", "int", "float", "null"].map((type) => prefix + type));
