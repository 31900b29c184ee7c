import type { Body } from "./body.ts";
import type { JsonDocument } from "../core/json.ts";
import type { SourceText } from "../core/source-text.ts";
import type { YamlDocument } from "./frontmatter.ts";

/** A text file of the skill. Each view is computed on first use. */
export interface TextFile {
  readonly path: string;
  readonly executable: boolean;
  /** The bytes as one character each, for searching ASCII text without decoding. Offsets are byte offsets. */
  readonly bytes: string;
  /** Whether every byte is ASCII; then `bytes` equals the text. */
  readonly ascii: boolean;
  readonly source: SourceText;
  /** The file parsed as Markdown; in SKILL.md, the body begins after the frontmatter. */
  readonly body: Body;
  /** The file parsed as JSON. Comments and trailing commas are accepted but reported. */
  readonly json: JsonDocument;
  /** The file parsed as YAML, with the parser and limits for frontmatter. */
  readonly yaml: YamlDocument;
  /**
   * Whether the bytes contain a word of some rule's `words`, ignoring case. Throws a RangeError for a word that no rule
   * lists.
   */
  has(word: string): boolean;
  /** Whether `has` is true for one of the words, which should be one constant array for all texts. */
  hasAny(words: readonly string[]): boolean;
}
