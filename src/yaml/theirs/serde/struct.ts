import { type MappingNode, type Node, prefix } from "../libyaml/nodes.ts";
import { showAt } from "./complaint.ts";
import { readDocument, severalDocuments, untagged } from "./document.ts";
import { describeType, isNullWord, readScalar } from "./scalars.ts";

/**
 * A field of a Rust struct: `Option<String>`, `Option<bool>`, `String`, a map of any values (read as null), another
 * struct, the same as an `Option`, or a `Vec` of one of these.
 */
type SerdeField =
  | "option"
  | "boolean"
  | "string"
  | "map"
  | SerdeStruct
  | { readonly option: SerdeStruct }
  | { readonly list: SerdeField };

/** A Rust struct that derives Deserialize: fields that are not listed are ignored. */
export interface SerdeStruct {
  readonly name: string;
  readonly fields: Readonly<Record<string, SerdeField>>;
}

type SerdeValue = string | boolean | null | SerdeFields | readonly SerdeValue[];

/** The values of the fields that the text has; null is `None`. */
type SerdeFields = ReadonlyMap<string, SerdeValue>;

export type SerdeStructRead =
  | { readonly outcome: "value"; readonly fields: SerdeFields }
  | { readonly outcome: "error"; readonly message: string };

/**
 * `serde_yaml::from_str::<T>(text)` of serde_yaml 0.9.34 for a struct; "first": the first document of
 * `Deserializer::from_str(text)`, whatever follows it.
 */
export function readSerdeStruct(
  text: string,
  shape: SerdeStruct,
  documents: "only" | "first" = "only",
): SerdeStructRead {
  const { root, error: any } = readDocument(text);
  const error = documents === "first" && any === severalDocuments ? undefined : any;
  if (root) {
    const read = readStruct(root, shape, []);
    if (typeof read === "string") return { outcome: "error", message: read };
    if (error === undefined) return { outcome: "value", fields: read };
  }
  return error === undefined ? { outcome: "value", fields: new Map() } : { outcome: "error", message: error };
}

type Path = readonly string[];

/** The error message if the node is not such a struct. serde_yaml src/de.rs deserialize_map */
function readStruct(node: Node, { name, fields }: SerdeStruct, path: Path): SerdeFields | string {
  if (node.kind === "scalar" && node.tag === untagged && node.value === "") return new Map();
  if (node.kind !== "mapping") return wrongType(node, `struct ${name}`, path);
  const read = new Map<string, SerdeValue>();
  for (const [key, value] of node.pairs) {
    if (key.kind !== "scalar") return wrongType(key, "field identifier", path);
    const field = Object.hasOwn(fields, key.value) ? fields[key.value] : undefined;
    if (field === undefined) continue;
    if (read.has(key.value)) return duplicateField(node, key.value, path);
    const result = readField(value, field, [...path, key.value]);
    if ("message" in result) return result.message;
    read.set(key.value, result.value);
  }
  return read;
}

function duplicateField({ start }: MappingNode, key: string, path: Path): string {
  return `${showPath(path)}duplicate field \`${key}\`${showAt(start)}`;
}

type FieldRead = { readonly value: SerdeValue } | { readonly message: string };

function readField(node: Node, field: SerdeField, path: Path): FieldRead {
  if (typeof field === "object") {
    if ("list" in field) return readList(node, field.list, path);
    if ("option" in field) return isNone(node) ? { value: null } : readField(node, field.option, path);
    const read = readStruct(node, field, path);
    return typeof read === "string" ? { message: read } : { value: read };
  }
  if (field === "map") {
    const isEmpty = node.kind === "scalar" && node.tag === untagged && node.value === "";
    return node.kind === "mapping" || isEmpty ? { value: null } : { message: wrongType(node, "a map", path) };
  }
  if (field === "boolean") {
    if (isNone(node)) return { value: null };
    const value = node.kind === "scalar" ? readScalar(node) : undefined;
    return typeof value === "boolean" ? { value } : { message: wrongType(node, "a boolean", path) };
  }
  if (node.kind !== "scalar") return { message: wrongType(node, "a string", path) };
  if (field === "option" && node.tag === `${prefix}null`)
    return isNullWord(node.value)
      ? { value: null }
      : { message: `invalid value: string ${JSON.stringify(node.value)}, expected null` };
  if (field === "option" && node.tag === untagged && (node.value === "" || isNullWord(node.value)))
    return { value: null };
  return { value: node.value };
}

/** An empty value is an empty list. serde_yaml src/de.rs deserialize_seq */
function readList(node: Node, field: SerdeField, path: Path): FieldRead {
  if (node.kind === "scalar" && node.tag === untagged && node.value === "") return { value: [] };
  if (node.kind !== "sequence") return { message: wrongType(node, "a sequence", path) };
  const values: SerdeValue[] = [];
  for (const [at, item] of node.items.entries()) {
    const result = readField(item, field, [...path.slice(0, -1), `${path.at(-1) ?? ""}[${at}]`]);
    if ("message" in result) return result;
    values.push(result.value);
  }
  return { value: values };
}

function isNone(node: Node): boolean {
  return node.kind === "scalar" && node.tag === untagged && (node.value === "" || isNullWord(node.value));
}

function wrongType(node: Node, expected: string, path: Path): string {
  return `${showPath(path)}invalid type: ${describeType(node)}, expected ${expected}${showAt(node.start)}`;
}

function showPath(path: Path): string {
  return path.length === 0 ? "" : `${path.join(".")}: `;
}
