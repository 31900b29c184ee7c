import type { Range } from "./place.ts";

export interface JsonDocument {
  /** The part of the file that could be parsed; absent if there is no value, or if it is nested too deeply. */
  readonly root?: JsonNode;
  readonly problems: readonly JsonProblem[];
}

/**
 * Programs that read JSONC accept "comment" and "trailing-comma"; JSON.parse fails for every kind except
 * "duplicate-key".
 */
type JsonProblemKind =
  | "syntax"
  | "comment"
  | "trailing-comma"
  | "duplicate-key"
  | "byte-order-mark"
  | "depth";

export interface JsonProblem {
  readonly kind: JsonProblemKind;
  /** The problem, followed by the fix. */
  readonly message: string;
  readonly range: Range;
}

/** A value and its range. */
export type JsonNode =
  /** The members as written, including duplicate keys; JSON.parse uses the last of those. */
  | { readonly kind: "object"; readonly range: Range; readonly members: readonly JsonMember[] }
  | { readonly kind: "array"; readonly range: Range; readonly items: readonly JsonNode[] }
  | { readonly kind: "string"; readonly range: Range; readonly value: string }
  | { readonly kind: "number"; readonly range: Range; readonly value: number }
  | { readonly kind: "boolean"; readonly range: Range; readonly value: boolean }
  | { readonly kind: "null"; readonly range: Range };

export interface JsonMember {
  readonly key: string;
  readonly keyRange: Range;
  readonly value: JsonNode;
}

export type JsonObject = Extract<JsonNode, { readonly kind: "object" }>;
export type JsonArray = Extract<JsonNode, { readonly kind: "array" }>;
export type JsonString = Extract<JsonNode, { readonly kind: "string" }>;

/** The member with this key; if there are several, the last, as in JSON.parse. */
export function memberOf({ members }: JsonObject, key: string): JsonMember | undefined {
  return members.findLast((member) => member.key === key);
}
