import type { Range } from "../core/place.ts";

export interface Frontmatter {
  /** The range of the text between the fences. */
  readonly range: Range;
  /** The line of the closing fence, without its line ending. */
  readonly closing: Range;
  /** In the order in which they are written; of two equal keys, the first counts. */
  readonly fields: ReadonlyMap<string, Field>;
  /** Where the fields differ from schemas/frontmatter.schema.json. */
  readonly schemaProblems: readonly SchemaProblem[];
}

/** A shape that the schema does not allow; the rules word the messages. */
export interface SchemaProblem {
  /** JSON Pointer to the value at fault, such as "/metadata/version"; empty for the whole, as where a field is missing. */
  readonly pointer: string;
  /** The schema's keyword: "type", "pattern", "minLength", "maxLength", "required". */
  readonly keyword: string;
  /** What the keyword asked for, such as { "type": "string" } or { "missingProperty": "name" }. */
  readonly params: Readonly<Record<string, unknown>>;
}

export type FieldStyle = "plain" | "single" | "double" | "block" | "flow" | "alias" | "empty";

export interface Field {
  readonly key: string;
  readonly value: FieldValue;
  readonly keyRange: Range;
  /** The value as written, quotes and indicators included; an empty range after the colon where there is none. */
  readonly valueRange: Range;
  /** "block" is a literal, folded or multi-line collection; "flow" is [ ] or { }. */
  readonly style: FieldStyle;
  /** A mapping's or sequence's own members, in the order written; a sequence's keys are "0", "1", …, its members' key ranges empty. */
  readonly children: readonly Field[];
  /**
   * Set where YAML cannot read the field and its lines were read without YAML's rules: "certain" where the problem's own fix
   * leads to the same value, "guess" where nothing says that it is the value the author meant.
   */
  readonly recovered?: "certain" | "guess";
}

/** Every scalar is a string, as written after unquoting: types are a client's affair. */
export type FieldValue = string | readonly FieldValue[] | { readonly [key: string]: FieldValue };

export type ParseProblemKind =
  | "no-frontmatter"
  | "unclosed-frontmatter"
  | "loose-fence"
  | "yaml-syntax"
  | "yaml-feature"
  | "duplicate-key"
  | "not-a-mapping"
  | "control-character"
  | "too-large";

export interface ParseProblem {
  readonly kind: ParseProblemKind;
  /** Message for the user, in our words. */
  readonly message: string;
  readonly range: Range;
  /** A fix, if it is certain; "safe" if there is no other possible meaning. */
  readonly remedy?: {
    readonly title: string;
    readonly safe?: true;
    readonly edits: readonly { readonly range: Range; readonly text: string }[];
  };
}

/** YAML as its fields: whatever is wrong with it, those that can be read are there. */
export interface YamlDocument {
  readonly fields: ReadonlyMap<string, Field>;
  readonly problems: readonly ParseProblem[];
}

/** The keys of the specification's table; https://agentskills.io/specification#frontmatter */
export const specKeys: readonly string[] = [
  "allowed-tools",
  "compatibility",
  "description",
  "license",
  "metadata",
  "name",
];
