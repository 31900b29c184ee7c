import { nodeBuffer } from "./bytes.ts";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/** Cache of the last result, as the parser and each modeled client decode the same bytes one after another. */
let last: { readonly bytes: Uint8Array; readonly text: string | undefined } | undefined;

/**
 * Decodes UTF-8 and preserves a byte-order mark; undefined if the bytes are not valid UTF-8. Bytes are never modified
 * after reading.
 */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  if (last?.bytes !== bytes) last = { bytes, text: decode(bytes) };
  return last.text;
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** As `last`, for the programs that decode bytes that are not valid UTF-8. */
let lastLoose: { readonly bytes: Uint8Array; readonly text: string } | undefined;

/** Decodes UTF-8 with U+FFFD for invalid bytes and preserves a byte-order mark, as Node does. */
export function decodeUtf8Loosely(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (text !== undefined) return text;
  if (lastLoose?.bytes !== bytes) lastLoose = { bytes, text: lenient.decode(bytes) };
  return lastLoose.text;
}

/** The text as a program receives it: half of a surrogate pair, left by a cut, is encoded as U+FFFD. */
export function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}

/** Encodes text as UTF-8 with U+FFFD for a lone surrogate. */
export function encodeUtf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Length of a text in UTF-8 bytes; a lone surrogate counts as three. */
export function utf8Length(text: string): number {
  return nodeBuffer ? nodeBuffer.byteLength(text) : countBytes(text);
}

function countBytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    // A surrogate pair has four bytes for two units; other characters in this range have three bytes for one unit.
    else if ((unit & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) {
      bytes += 2;
      at++;
    } else bytes += 2;
  }
  return bytes;
}
