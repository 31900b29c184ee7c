import { isAscii, latin1 } from "../core/bytes.ts";
import type { Body } from "../model/body.ts";
import type { JsonDocument } from "../core/json.ts";
import { SourceText } from "../core/source-text.ts";
import type { TextFile } from "../model/text-file.ts";
import type { Vocabulary } from "../core/vocabulary.ts";
import type { YamlDocument } from "../model/frontmatter.ts";
import { parseBody } from "../parse/body/body.ts";
import { readFields } from "../parse/frontmatter.ts";
import { parseJson } from "../parse/json.ts";
import { decodeText } from "../parse/decode.ts";

/** A text that was read before the other files: SKILL.md, or a Markdown file that it refers to. */
export interface ReadText {
  readonly source: SourceText;
  readonly body: Body;
}

interface Read {
  readonly path: string;
  readonly executable: boolean;
  readonly bytes: Uint8Array;
  /** Views that have already been computed. */
  readonly known?: ReadText | undefined;
  readonly vocabulary: Vocabulary;
}

/** A text whose views are computed on demand. */
export function toTextFile({ path, executable, bytes, known, vocabulary }: Read): TextFile {
  let ascii: boolean | undefined;
  let raw: string | undefined;
  let source = known?.source;
  let body = known?.body;
  let json: JsonDocument | undefined;
  let yaml: YamlDocument | undefined;
  let has: ((word: string) => boolean) | undefined;
  return {
    path,
    executable,
    get ascii() {
      return (ascii ??= isAscii(bytes));
    },
    get bytes() {
      return (raw ??= latin1(bytes));
    },
    get source() {
      return (source ??=
        this.ascii && !bytes.includes(0)
          ? new SourceText(this.bytes, "utf-8", bytes.length)
          : decodeText(bytes).source);
    },
    get body() {
      return (body ??= parseBody(this.source, 0));
    },
    get json() {
      return (json ??= parseJson(this.source));
    },
    get yaml() {
      return (yaml ??= readFields(this.source, { start: 0, end: this.source.text.length }));
    },
    has: (word) => (has ??= vocabulary.search(bytes))(word),
  };
}
