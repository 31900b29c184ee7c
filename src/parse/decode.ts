import { latin1, utf16 } from "../core/bytes.ts";
import { type Encoding, SourceText } from "../core/source-text.ts";
import { decodeUtf8 } from "../core/utf8.ts";
import type { TextFacts } from "../model/skill.ts";

interface DecodedText {
  readonly source: SourceText;
  readonly facts: TextFacts;
}

/**
 * The characters 0x80–0x9f in windows-1252. They are listed here, as some releases of Node decode windows-1252 as
 * Latin-1 (nodejs/node#56542).
 */
const windows = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/**
 * Decodes any bytes: as UTF-8, as UTF-16 with or without a byte-order mark, or else as one character per byte. A
 * byte-order mark stays in the text.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const utf8 = decodeUtf8(bytes);
  const encoding = guessUtf16(bytes, utf8) ?? (utf8 === undefined ? "windows-1252" : "utf-8");
  const source = new SourceText(decodeAs(encoding, bytes, utf8), encoding, bytes.length);
  return new LazyDecodedText(source, bytes, utf8 !== undefined);
}

class LazyDecodedText implements DecodedText {
  readonly source: SourceText;
  readonly #bytes: Uint8Array;
  readonly #isUtf8: boolean;

  constructor(source: SourceText, bytes: Uint8Array, isUtf8: boolean) {
    this.source = source;
    this.#bytes = bytes;
    this.#isUtf8 = isUtf8;
  }

  /** Computed only when needed, which is for SKILL.md. */
  get facts(): TextFacts {
    const { encoding, text } = this.source;
    const bytes = this.#bytes;
    return {
      bytes: bytes.length,
      byteOrderMark: encoding !== "windows-1252" && text.startsWith("\ufeff"),
      ...countLineEnds(this.source),
      ...(!this.#isUtf8 && { firstInvalidByte: findInvalidByte(bytes) }),
    };
  }
}

function decodeAs(encoding: Encoding, bytes: Uint8Array, utf8: string | undefined): string {
  if (encoding === "utf-16le" || encoding === "utf-16be") return decodeUtf16(bytes, encoding);
  return (
    utf8 ?? latin1(bytes).replace(/[\x80-\x9f]/g, (character) => windows[character.charCodeAt(0) - 0x80]!)
  );
}

/** Counts line endings from the starts of lines, which most checks compute anyway. */
function countLineEnds({ text, lineCount }: SourceText): Pick<TextFacts, "lf" | "crlf" | "cr"> {
  const ends = lineCount - 1;
  if (!text.includes("\r")) return { lf: ends, crlf: 0, cr: 0 };
  const crlf = count(text, "\r\n");
  return { lf: ends - count(text, "\r"), crlf, cr: count(text, "\r") - crlf };
}

function count(text: string, wanted: string): number {
  let found = 0;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) found++;
  return found;
}

/**
 * Offset of the first sequence that is not UTF-8, as Python and Rust define it (Unicode 16, table 3-7); the length if
 * all bytes are UTF-8.
 */
function findInvalidByte(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return at;
}

/** Length of the well-formed sequence at an offset; 0 if there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  if (first < 0x80) return 1;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length === 0 || !isSecond(first, bytes[at + 1])) return 0;
  for (let next = at + 2; next < at + length; next++) if (!isBetween(bytes[next], 0x80, 0xbf)) return 0;
  return length;
}

/** Excludes overlong forms (E0, F0), surrogates (ED) and code points above U+10FFFF (F4). */
function isSecond(first: number, second: number | undefined): boolean {
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  return isBetween(second, least, most);
}

function isBetween(byte: number | undefined, least: number, most: number): boolean {
  return byte !== undefined && byte >= least && byte <= most;
}

type Utf16 = "utf-16le" | "utf-16be";

/** Number of bytes that decide the byte order if there is no mark. */
const sample = 1024;

/**
 * Detects UTF-16 by its byte-order mark, or by what is typical of English text: at least two NULs, all in the same
 * half of a unit, in at least a quarter of the units. `utf8` is the text decoded as UTF-8 if the bytes are valid;
 * without a NUL they are treated as UTF-8.
 */
function guessUtf16(bytes: Uint8Array, utf8: string | undefined): Utf16 | undefined {
  // FF FE 00 00 is UTF-32, which no client reads either.
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return bytes[2] === 0 && bytes[3] === 0 ? undefined : "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (utf8 !== undefined && !utf8.includes("\0")) return undefined;
  return guessByNuls(bytes.subarray(0, sample));
}

/**
 * Decodes one character per unit, including lone surrogates, so that each is two bytes. An odd byte at the end is
 * ignored.
 */
function decodeUtf16(bytes: Uint8Array, order: Utf16): string {
  return utf16(bytes, order === "utf-16be" ? "big-endian" : "little-endian");
}

function guessByNuls(head: Uint8Array): Utf16 | undefined {
  const nuls = [0, 0];
  head.forEach((byte, at) => {
    if (byte === 0) nuls[at % 2]!++;
  });
  const [high = 0, low = 0] = nuls;
  if (high + low < 2 || 8 * (high + low) < head.length) return undefined;
  return high === 0 ? "utf-16le" : low === 0 ? "utf-16be" : undefined;
}
