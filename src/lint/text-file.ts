import { isAscii, latin1 } from "../core/bytes.ts";
import type { Body } from "../model/body.ts";
import type { JsonDocument } from "../core/json.ts";
import { SourceText } from "../core/source-text.ts";
import type { TextFile } from "../model/text-file.ts";
import type { Vocabulary, WordSearch } from "../core/vocabulary.ts";
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

/** A file to be read as text. */
export interface Read {
  readonly path: string;
  readonly executable: boolean;
  readonly bytes: Uint8Array;
  /** Views that have already been computed. */
  readonly known?: ReadText | undefined;
  readonly vocabulary: Vocabulary;
}

/** A text whose views are computed on demand. */
export function toTextFile(read: Read): TextFile {
  return new LazyTextFile(read);
}

class LazyTextFile implements TextFile {
  readonly path: string;
  readonly executable: boolean;
  readonly #bytes: Uint8Array;
  readonly #vocabulary: Vocabulary;
  #ascii: boolean | undefined;
  #raw: string | undefined;
  #source: SourceText | undefined;
  #body: Body | undefined;
  #json: JsonDocument | undefined;
  #yaml: YamlDocument | undefined;
  #words: WordSearch | undefined;

  constructor({ path, executable, bytes, known, vocabulary }: Read) {
    this.path = path;
    this.executable = executable;
    this.#bytes = bytes;
    this.#source = known?.source;
    this.#body = known?.body;
    this.#vocabulary = vocabulary;
  }

  get ascii(): boolean {
    return (this.#ascii ??= isAscii(this.#bytes));
  }

  get bytes(): string {
    return (this.#raw ??= latin1(this.#bytes));
  }

  get source(): SourceText {
    const bytes = this.#bytes;
    return (this.#source ??=
      this.ascii && !bytes.includes(0)
        ? new SourceText(this.bytes, "utf-8", bytes.length)
        : decodeText(bytes).source);
  }

  get body(): Body {
    return (this.#body ??= parseBody(this.source, 0));
  }

  get json(): JsonDocument {
    return (this.#json ??= parseJson(this.source));
  }

  get yaml(): YamlDocument {
    return (this.#yaml ??= readFields(this.source, { start: 0, end: this.source.text.length }));
  }

  has(word: string): boolean {
    return this.#search().has(word);
  }

  hasAny(words: readonly string[]): boolean {
    return this.#search().hasAny(words);
  }

  #search(): WordSearch {
    return (this.#words ??= this.#vocabulary.search(this.#bytes));
  }
}
