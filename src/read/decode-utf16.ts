import { utf16 } from "../core/bytes.ts";
type Utf16 = "utf-16le" | "utf-16be";

/** How many bytes tell the order where no mark does. */
const sample = 1024;

/**
 * UTF-16 by its mark, or by what English text in it looks like: at least two NULs, all of them in the same half of a unit, in a quarter of the units or more.
 * `utf8` is the same bytes as UTF-8, where they are that: without a NUL they are taken for it.
 */
export function guessUtf16(bytes: Uint8Array, utf8: string | undefined): Utf16 | undefined {
  // FF FE 00 00 is UTF-32, which no client reads either.
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return bytes[2] === 0 && bytes[3] === 0 ? undefined : "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (utf8 !== undefined && !utf8.includes("\0")) return undefined;
  return guessByNuls(bytes.subarray(0, sample));
}

/** Each unit as it stands, lone surrogates too, so that two bytes are one unit throughout. A last odd byte is left out. */
export function decodeUtf16(bytes: Uint8Array, order: Utf16): string {
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
