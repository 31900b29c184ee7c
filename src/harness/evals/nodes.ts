import { memberOf, type JsonNode, type JsonObject } from "../../core/json.ts";
import type { FilePosition } from "../../core/place.ts";
import type { Located } from "../../parse/format/format.ts";

/** The keys of a file that hold the list of its cases. */
export const listKeys = ["evals", "queries", "eval_queries", "cases"] as const;

/** The value of the first of these keys that exists. */
export function valueAt(node: JsonNode | undefined, ...keys: readonly string[]): JsonNode | undefined {
  if (node?.kind !== "object") return undefined;
  for (const key of keys) {
    const value = memberOf(node, key)?.value;
    if (value) return value;
  }
  return undefined;
}

/** A string, or a number as a string. */
export function textOf(node: JsonNode | undefined): string | undefined {
  if (node?.kind === "string") return node.value;
  return node?.kind === "number" ? String(node.value) : undefined;
}

export function textAt(node: JsonNode | undefined, ...keys: readonly string[]): string | undefined {
  return textOf(valueAt(node, ...keys));
}

/** The items of a list; any other value is a list of one. */
export function itemsOf(node: JsonNode | undefined): readonly JsonNode[] {
  if (!node || node.kind === "null") return [];
  return node.kind === "array" ? node.items : [node];
}

export function itemsAt(node: JsonNode | undefined, ...keys: readonly string[]): readonly JsonNode[] {
  return itemsOf(valueAt(node, ...keys));
}

export function objectsIn(nodes: readonly JsonNode[]): readonly JsonObject[] {
  return nodes.filter((node) => node.kind === "object");
}

export function textsAt(node: JsonNode | undefined, ...keys: readonly string[]): readonly string[] {
  return itemsAt(node, ...keys).flatMap((item) => textOf(item) ?? []);
}

/** As `textsAt`, each with its position. */
export function placedTextsAt(
  node: JsonNode | undefined,
  ...keys: readonly string[]
): readonly Located<string>[] {
  return itemsAt(node, ...keys).flatMap((item) => {
    const value = textOf(item);
    return value === undefined ? [] : [{ value, at: placeOf(item) }];
  });
}

export function placeOf({ range: { start } }: JsonNode): FilePosition {
  return { line: start.line, column: start.column };
}
