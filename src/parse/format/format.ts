import { memberOf, type JsonNode, type JsonObject } from "../../core/json.ts";
import type { FilePosition, Range } from "../../core/place.ts";
import { objectToExpression } from "../../core/regular-expression.ts";

export type Schema = Readonly<Record<string, unknown>>;

/** Reports a problem at a location. */
export type Tell = (message: string, at: Range) => void;

/** The type of a value: a reader for it and the equivalent JSON Schema. */
export interface Format<Value> {
  readonly schema: Schema;
  /** The name of the type with its article, such as "a string". */
  readonly expected: string;
  /** Undefined if a problem was reported. */
  read(node: JsonNode, tell: Tell): Value | undefined;
}

export const text: Format<string> = {
  schema: { type: "string" },
  expected: "a string",
  read: (node, tell) => (node.kind === "string" ? node.value : misfit(node, "a string", tell)),
};

/** A non-empty string. */
export const words: Format<string> = {
  schema: { type: "string", minLength: 1 },
  expected: "a non-empty string",
  read: (node, tell) =>
    node.kind === "string" && node.value !== "" ? node.value : misfit(node, words.expected, tell),
};

/** A JavaScript regular expression. */
export const pattern: Format<string> = {
  schema: { type: "string", minLength: 1, format: "regex" },
  expected: "a regular expression",
  read: (node, tell) => {
    const written = words.read(node, tell);
    const objection = written === undefined ? undefined : objectToExpression(written);
    if (objection !== undefined) tell(objection, node.range);
    return objection === undefined ? written : undefined;
  },
};

export const flag: Format<boolean> = {
  schema: { type: "boolean" },
  expected: "true or false",
  read: (node, tell) => (node.kind === "boolean" ? node.value : misfit(node, "true or false", tell)),
};

/** Only `true`: to say no, the key is omitted. */
export const yes: Format<true> = {
  schema: { const: true },
  expected: "true",
  read: (node, tell) => (node.kind === "boolean" && node.value ? true : misfit(node, "true", tell)),
};

/** A non-negative integer. */
export const amount: Format<number> = {
  schema: { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  expected: "a whole number",
  read: (node, tell) =>
    node.kind === "number" && Number.isSafeInteger(node.value) && node.value >= 0
      ? node.value
      : misfit(node, amount.expected, tell),
};

/** Any keys with any values. */
export const anything: Format<Readonly<Record<string, unknown>>> = {
  schema: { type: "object" },
  expected: "a map",
  read: (node, tell) => (node.kind === "object" ? toRecord(node) : misfit(node, anything.expected, tell)),
};

export interface Located<Value> {
  readonly value: Value;
  readonly at: FilePosition;
}

/** Reads a value together with its position. */
export function located<Value>(format: Format<Value>): Format<Located<Value>> {
  return {
    ...format,
    read: (node, tell) => {
      const value = format.read(node, tell);
      const { line, column } = node.range.start;
      return value === undefined ? undefined : { value, at: { line, column } };
    },
  };
}

/** Converts the value that a format reads. */
export function mapped<Value, Made>(format: Format<Value>, make: (value: Value) => Made): Format<Made> {
  return {
    ...format,
    read: (node, tell) => {
      const value = format.read(node, tell);
      return value === undefined ? undefined : make(value);
    },
  };
}

export function misfit(node: JsonNode, expected: string, tell: Tell): undefined {
  tell(`expected ${expected}, found ${named(node)}`, node.range);
  return undefined;
}

function named(node: JsonNode): string {
  switch (node.kind) {
    case "object":
      return "a map";
    case "array":
      return node.items.length === 0 ? "an empty list" : "a list";
    case "string":
      return node.value === "" ? "an empty string" : "a string";
    case "null":
      return "null";
    default:
      return String(node.value);
  }
}

/** The value that JSON.parse would return. */
export function toValue(node: JsonNode): unknown {
  if (node.kind === "object") return toRecord(node);
  if (node.kind === "array") return node.items.map(toValue);
  return node.kind === "null" ? null : node.value;
}

/** Creates the object from entries, so that "__proto__" is an ordinary key. */
export function toRecord(node: JsonObject): Readonly<Record<string, unknown>> {
  return Object.fromEntries(node.members.map(({ key, value }) => [key, toValue(value)]));
}

export function has(node: JsonObject, key: string): boolean {
  return memberOf(node, key) !== undefined;
}
