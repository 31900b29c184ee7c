import type { FieldStyle } from "../../model/frontmatter.ts";
import type { Span } from "../lines.ts";

/** A YAML value with its place; every scalar is a string, as written after unquoting. */
export type YamlNode =
  | (Span & { readonly kind: "scalar"; readonly value: string; readonly style: FieldStyle })
  | (Span & { readonly kind: "alias"; readonly anchor: string })
  | (Span & { readonly kind: "map"; readonly style: FieldStyle; readonly pairs: readonly YamlPair[] })
  | (Span & { readonly kind: "list"; readonly style: FieldStyle; readonly items: readonly YamlNode[] });

export interface YamlPair {
  readonly key: YamlNode;
  readonly value: YamlNode;
}

/** Something that not every client's YAML has. */
export interface YamlFeature extends Span {
  readonly kind: "anchor" | "alias" | "tag" | "directive" | "document";
}
