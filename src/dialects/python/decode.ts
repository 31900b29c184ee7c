import { decodeUtf8 as decodeStrictly } from "../../core/utf8.ts";

export type Decoded = { readonly text: string } | { readonly failure: string };

/**
 * `bytes.decode("utf-8")`, strict, which preserves a byte-order mark. `failure` is the text of the UnicodeDecodeError.
 */
export function decodeUtf8(bytes: Uint8Array): Decoded {
  const text = decodeStrictly(bytes);
  return text === undefined ? { failure: describe(bytes, findFault(bytes)) } : { text };
}

/** Bytes that are not UTF-8. */
interface Utf8Fault {
  readonly at: number;
  /** How many bytes are taken for the beginning of a character. */
  readonly length: number;
  /** In Python's words. */
  readonly fault: string;
}

/** The first fault of bytes that are not UTF-8. */
export function findFault(bytes: Uint8Array): Utf8Fault {
  for (let at = 0; at < bytes.length; ) {
    const { length, fault } = readSequence(bytes, at);
    if (fault !== undefined) return { at, length, fault };
    at += length;
  }
  throw new RangeError("every byte is UTF-8");
}

function describe(bytes: Uint8Array, { at, length, fault }: Utf8Fault): string {
  const where =
    length === 1
      ? `byte 0x${bytes[at]!.toString(16).padStart(2, "0")} in position ${at}`
      : `bytes in position ${at}-${at + length - 1}`;
  return `'utf-8' codec can't decode ${where}: ${fault}`;
}

interface Sequence {
  /** Length of the character, or of the invalid bytes. */
  readonly length: number;
  readonly fault?: string;
}

function readSequence(bytes: Uint8Array, at: number): Sequence {
  const first = bytes[at]!;
  if (first < 0x80) return { length: 1 };
  if (first < 0xc2 || first > 0xf4) return { length: 1, fault: "invalid start byte" };
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  for (let read = 1; read < length; read++) {
    const next = bytes[at + read];
    if (next === undefined) return { length: read, fault: "unexpected end of data" };
    if (!continues(first, next, read)) return { length: read, fault: "invalid continuation byte" };
  }
  return { length };
}

/** The second byte's range is narrower if the sequence would otherwise be overlong, a surrogate, or above U+10FFFF. */
function continues(first: number, next: number, index: number): boolean {
  if (next < 0x80 || next > 0xbf) return false;
  if (index > 1) return true;
  if (first === 0xe0) return next >= 0xa0;
  if (first === 0xed) return next < 0xa0;
  if (first === 0xf0) return next >= 0x90;
  return first !== 0xf4 || next < 0x90;
}
