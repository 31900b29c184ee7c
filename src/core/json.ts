import type { Range } from "./place.ts";

export interface JsonDocument {
  /** As much as could be read; absent where there is no value at all, or one nested too deep. */
  readonly root?: JsonNode;
  readonly problems: readonly JsonProblem[];
}

/** Programs that allow comments ("JSONC") pass over a "comment" and a "trailing-comma"; JSON.parse stops at every kind but a "duplicate-key". */
type JsonProblemKind =
  | "syntax"
  | "comment"
  | "trailing-comma"
  | "duplicate-key"
  | "byte-order-mark"
  | "depth";

export interface JsonProblem {
  readonly kind: JsonProblemKind;
  /** What is there, then what was expected. */
  readonly message: string;
  readonly range: Range;
}

/** A value and where it stands. */
export type JsonNode =
  /** The members as written: of two with one key JSON.parse keeps the last. */
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

/** The member that counts: of two with one key the last, as for JSON.parse. */
export function memberOf({ members }: JsonObject, key: string): JsonMember | undefined {
  return members.findLast((member) => member.key === key);
}
