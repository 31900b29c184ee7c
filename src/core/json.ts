import type { Range } from "./place.ts";

export interface JsonDocument {
  /** Absent where there is no value at all. */
  readonly root?: JsonNode;
  readonly problems: readonly { readonly message: string; readonly range: Range }[];
}

/** A value and where it stands. */
export type JsonNode =
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
