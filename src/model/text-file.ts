import type { Body } from "./body.ts";
import type { JsonDocument } from "../core/json.ts";
import type { SourceText } from "../core/source-text.ts";
import type { YamlDocument } from "./frontmatter.ts";

/** A file of the skill that holds text. Each view of it costs nothing until it is asked for. */
export interface TextFile {
  readonly path: string;
  readonly executable: boolean;
  /** The bytes, one character each: to look for ASCII in without decoding. Offsets in it are byte offsets. */
  readonly bytes: string;
  /** True where every byte is ASCII; `bytes` is then the text. */
  readonly ascii: boolean;
  readonly source: SourceText;
  /** The file read as Markdown; SKILL.md's own body begins behind its frontmatter. */
  readonly body: Body;
  /** The file read as JSON, comments and trailing commas allowed but told. */
  readonly json: JsonDocument;
  /** The file read as YAML, in the way and within the limits of frontmatter. */
  readonly yaml: YamlDocument;
  /** Whether a word of some rule's `words` stands in the bytes, in capitals or small letters. Throws a RangeError for a word of no rule. */
  has(word: string): boolean;
}
