import type { Range } from "./place.ts";

export interface JsonDocument {
  /** The readable part; absent if there is no value or it is nested too deep. */
  readonly root?: JsonNode;
  readonly problems: readonly JsonProblem[];
}

/** Programs that read JSONC accept a "comment" and a "trailing-comma"; JSON.parse fails for every kind except "duplicate-key". */
type JsonProblemKind =
  | "syntax"
  | "comment"
  | "trailing-comma"
  | "duplicate-key"
  | "byte-order-mark"
  | "depth";

export interface JsonProblem {
  readonly kind: JsonProblemKind;
  /** The problem, then the fix. */
  readonly message: string;
  readonly range: Range;
}

/** A value and its range. */
export type JsonNode =
  /** The members as written, with duplicate keys, of which JSON.parse uses the last. */
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

/** The member with this key; the last of several, as in JSON.parse. */
export function memberOf({ members }: JsonObject, key: string): JsonMember | undefined {
  return members.findLast((member) => member.key === key);
}
