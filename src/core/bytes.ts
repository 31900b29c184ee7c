/** Maximum number of arguments that every engine accepts in a call of `String.fromCharCode`. */
const mostArguments = 8192;

/** The functions of Node's `Buffer` that are used in the pure rooms, which have no types of Node. */
interface NodeBuffer {
  from(of: ArrayBufferLike, start: number, length: number): NodeBytes;
  from(text: string, encoding: "latin1"): NodeBytes;
  byteLength(text: string): number;
}

interface NodeBytes {
  latin1Slice(): string;
}

declare const Buffer: NodeBuffer | undefined;

/** Node's `Buffer`, whose functions are several times faster than what the language has; undefined in a browser. */
export const nodeBuffer: NodeBuffer | undefined = typeof Buffer === "undefined" ? undefined : Buffer;

const littleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
/** Decodes units in the machine's byte order. */
const units = new TextDecoder(littleEndian ? "utf-16le" : "utf-16be", { ignoreBOM: true });

/**
 * One character per byte, U+0000 to U+00FF (ISO 8859-1). A buffer decodes in a fifth of the time, to a string of half
 * the size. `TextDecoder` decodes that label as windows-1252, so elsewhere the bytes are widened to UTF-16 units.
 */
export function latin1(bytes: Uint8Array): string {
  return nodeBuffer
    ? nodeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.length).latin1Slice()
    : units.decode(new Uint8Array(new Uint16Array(bytes).buffer));
}

/** Whether every byte is ASCII. */
export function isAscii(bytes: Uint8Array): boolean {
  // Checks four bytes at a time, from the first aligned word of the buffer.
  const lead = -bytes.byteOffset & 3;
  if (bytes.length < lead) return bytes.every((byte) => byte < 0x80);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + lead, (bytes.length - lead) >> 2);
  for (let at = 0; at < words.length; at++) if ((words[at]! & 0x80808080) !== 0) return false;
  for (let at = 0; at < lead; at++) if (bytes[at]! > 0x7f) return false;
  for (let at = lead + 4 * words.length; at < bytes.length; at++) if (bytes[at]! > 0x7f) return false;
  return true;
}

/** Decodes UTF-16 units unchanged, including lone surrogates. Ignores an odd byte at the end. */
export function utf16(bytes: Uint8Array, order: "little-endian" | "big-endian"): string {
  const units = new Uint16Array(bytes.length >> 1);
  const high = order === "little-endian" ? 1 : 0;
  for (let at = 0; at < units.length; at++)
    units[at] = (bytes[2 * at + high]! << 8) | bytes[2 * at + 1 - high]!;
  return fromUnits(units);
}

const beyondLatin1 = /[^\0-\xff]/;

/** A copy of a part of a text that does not retain the whole text in memory. */
export function copyText(part: string): string {
  if (nodeBuffer && !beyondLatin1.test(part)) return nodeBuffer.from(part, "latin1").latin1Slice();
  const units = new Uint16Array(part.length);
  for (let at = 0; at < part.length; at++) units[at] = part.charCodeAt(at);
  return fromUnits(units);
}

/** Preserves lone surrogates, which a decoder would replace. */
function fromUnits(units: Uint16Array): string {
  const parts: string[] = [];
  for (let at = 0; at < units.length; at += mostArguments)
    parts.push(Reflect.apply(String.fromCharCode, undefined, units.subarray(at, at + mostArguments)));
  return parts.join("");
}

const base64Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const base64Values = new Map(Array.from(base64Alphabet, (character, value) => [character, value]));

/** Decodes base64 (RFC 4648 §4) up to the first character outside its alphabet, such as the padding. */
export function decodeBase64(text: string): Uint8Array {
  const bytes: number[] = [];
  let [bits, held] = [0, 0];
  for (const character of text) {
    const value = base64Values.get(character);
    if (value === undefined) break;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes.push((bits >> held) & 0xff);
  }
  return Uint8Array.from(bytes);
}
