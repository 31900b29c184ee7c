const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/** What was decoded last: the parser and each modelled client ask for the text of the same bytes, one after another. */
let last: { readonly bytes: Uint8Array; readonly text: string | undefined } | undefined;

/** UTF-8 as text, a byte-order mark kept; undefined where not every byte is UTF-8. Bytes are never changed once they were read. */
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

/** UTF-8 as text, U+FFFD for what is none. */
export function decodeUtf8Loosely(bytes: Uint8Array): string {
  return lenient.decode(bytes);
}

/** Text as UTF-8, U+FFFD for a lone surrogate. */
export function encodeUtf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** How many bytes a text has in UTF-8; three for a lone surrogate. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    // A pair has four bytes for its two units, and anything else of this size three for its one.
    else if ((unit & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) {
      bytes += 2;
      at++;
    } else bytes += 2;
  }
  return bytes;
}
