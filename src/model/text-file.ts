import type { Body } from "./body.ts";
import type { JsonDocument } from "../core/json.ts";
import type { SourceText } from "../core/source-text.ts";
import type { YamlDocument } from "./frontmatter.ts";

/** A file of the skill that holds text. Each view is computed on first use. */
export interface TextFile {
  readonly path: string;
  readonly executable: boolean;
  /** The bytes, one character each: to look for ASCII in without decoding. Offsets in it are byte offsets. */
  readonly bytes: string;
  /** True where every byte is ASCII; `bytes` is then the text. */
  readonly ascii: boolean;
  readonly source: SourceText;
  /** The file read as Markdown; the body of SKILL.md begins after its frontmatter. */
  readonly body: Body;
  /** The file read as JSON, comments and trailing commas allowed but reported. */
  readonly json: JsonDocument;
  /** The file read as YAML, with the parser and limits for frontmatter. */
  readonly yaml: YamlDocument;
  /** Whether the bytes contain a word of some rule's `words`, ignoring case. Throws a RangeError for a word that no rule lists. */
  has(word: string): boolean;
}
