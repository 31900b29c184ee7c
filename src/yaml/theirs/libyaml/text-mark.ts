import { codePointLength } from "../../../dialects/python/text.ts";
import type { Mark } from "./cursor.ts";

/**
 * A position in a text that has no byte-order marks, and line feeds only. Line and column are computed on access, as
 * only messages need them.
 */
export class TextMark implements Mark {
  readonly offset: number;
  readonly #text: string;

  constructor(text: string, offset: number) {
    this.#text = text;
    this.offset = offset;
  }

  get line(): number {
    return this.#text.slice(0, this.offset).split("\n").length - 1;
  }

  get column(): number {
    const start = this.#text.lastIndexOf("\n", this.offset - 1) + 1;
    return codePointLength(this.#text.slice(start, this.offset));
  }
}
