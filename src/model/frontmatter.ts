import type { Range } from "../core/place.ts";

export interface Frontmatter {
  /** The range of the text between the fences. */
  readonly range: Range;
  /** The line of the closing fence, without its line ending. */
  readonly closing: Range;
  /** In the order in which they are written; of two equal keys, the first counts. */
  readonly fields: ReadonlyMap<string, Field>;
  /** The differences between the fields and schemas/frontmatter.schema.json. */
  readonly schemaProblems: readonly SchemaProblem[];
}

/** A shape that the schema does not allow. Rules turn it into a message. */
export interface SchemaProblem {
  /**
   * JSON Pointer to the invalid value, such as "/metadata/version"; empty for the whole frontmatter, for example if a
   * field is missing.
   */
  readonly pointer: string;
  /** The schema's keyword: "type", "pattern", "minLength", "maxLength", "required". */
  readonly keyword: string;
  /** What the keyword requires, such as { "type": "string" } or { "missingProperty": "name" }. */
  readonly params: Readonly<Record<string, unknown>>;
}

export type FieldStyle = "plain" | "single" | "double" | "block" | "flow" | "alias" | "empty";

export interface Field {
  readonly key: string;
  readonly value: FieldValue;
  readonly keyRange: Range;
  /** The value as written, including quotes and indicators; an empty range after the colon if there is no value. */
  readonly valueRange: Range;
  /** "block": a literal or folded scalar, or a multi-line collection; "flow": [ ] or { }. */
  readonly style: FieldStyle;
  /**
   * The members of a mapping or sequence, in the order in which they are written. The keys of a sequence are "0",
   * "1", …, and the key ranges of its members are empty.
   */
  readonly children: readonly Field[];
  /**
   * Set if YAML cannot read the field and its lines were read without YAML's rules. "certain": the fix of the problem
   * produces the same value; "guess": the author may have meant another value.
   */
  readonly recovered?: "certain" | "guess";
}

/** Every scalar is a string, as written but without quotes: each client resolves types differently. */
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
  /** A message for the user, in our words. */
  readonly message: string;
  readonly range: Range;
  /** A fix, if it is certain to work; "safe" if the text can have no other meaning. */
  readonly remedy?: {
    readonly title: string;
    readonly safe?: true;
    readonly edits: readonly { readonly range: Range; readonly text: string }[];
  };
}

/** A YAML text as fields. If parts of it are invalid, the fields that can be read are still included. */
export interface YamlDocument {
  readonly fields: ReadonlyMap<string, Field>;
  readonly problems: readonly ParseProblem[];
}

/** The fields that the specification defines; https://agentskills.io/specification#frontmatter */
export const specKeys: readonly string[] = [
  "allowed-tools",
  "compatibility",
  "description",
  "license",
  "metadata",
  "name",
];
