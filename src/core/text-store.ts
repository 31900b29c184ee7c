import { encodeUtf8 } from "./utf8.ts";

/** In bytes; each block is one allocation. */
const blockSize = 1_048_576;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Where a text is stored. */
export interface StoredText {
  readonly block: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/**
 * Stores many texts as UTF-8 outside of the heap of the JavaScript engine: there, texts that live long lie between
 * others that do not, so they take almost twice their size, and each collection of garbage visits them.
 */
export class TextStore {
  #block = new Uint8Array(0);
  #used = 0;

  add(text: string): StoredText {
    // A UTF-16 unit has at most three bytes.
    const most = 3 * text.length;
    if (most > blockSize) {
      const block = encodeUtf8(text);
      return { block, start: 0, end: block.length };
    }
    if (this.#used + most > this.#block.length) {
      this.#block = new Uint8Array(blockSize);
      this.#used = 0;
    }
    const start = this.#used;
    this.#used += encoder.encodeInto(text, this.#block.subarray(start)).written;
    return { block: this.#block, start, end: this.#used };
  }
}

export function storedText({ block, start, end }: StoredText): string {
  return decoder.decode(block.subarray(start, end));
}
