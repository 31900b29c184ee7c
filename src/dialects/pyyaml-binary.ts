import type { PyValue } from "./py-value.ts";
import { fail } from "./yaml-failure.ts";
import type { Mark } from "./yaml-cursor.ts";
import type { Scanner } from "./yaml-scanner.ts";

export function constructBinary(scanner: Scanner, text: string, mark: Mark): PyValue {
  const foreign = /[^\0-\x7f]+/u.exec(text);
  if (foreign !== null)
    fail(scanner, { problem: `failed to convert base64 data into ascii: ${describe(text, foreign)}`, mark });
  const decoded = decodeBase64(text);
  return typeof decoded === "string"
    ? fail(scanner, { problem: `failed to decode base64 data: ${decoded}`, mark })
    : { type: "bytes", value: decoded };
}

/** As Python's UnicodeEncodeError puts it. */
function describe(text: string, { 0: run, index }: RegExpExecArray): string {
  const position = Array.from(text.slice(0, index)).length;
  const characters = Array.from(run);
  const escape = reprEscape(characters[0] ?? "");
  const what =
    characters.length === 1
      ? `character '${escape}' in position ${position}`
      : `characters in position ${position}-${position + characters.length - 1}`;
  return `'ascii' codec can't encode ${what}: ordinal not in range(128)`;
}

function reprEscape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code < 0x10000
    ? `\\u${code.toString(16).padStart(4, "0")}`
    : `\\U${code.toString(16).padStart(8, "0")}`;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** `binascii.a2b_base64`, which passes over foreign characters and stops at the padding; or the text of its error. */
function decodeBase64(text: string): Uint8Array | string {
  const bytes: number[] = [];
  let bits = 0;
  let place = 0;
  let pads = 0;
  for (const character of text) {
    if (character === "=") {
      if (place >= 2 && place + ++pads >= 4) return Uint8Array.from(bytes);
      continue;
    }
    const value = alphabet.indexOf(character);
    if (value < 0) continue;
    pads = 0;
    bits = (bits << 6) | value;
    place = (place + 1) % 4;
    if (place !== 1) bytes.push((bits >> (place === 2 ? 4 : place === 3 ? 2 : 0)) & 0xff);
    if (place === 0) bits = 0;
  }
  if (place === 0) return Uint8Array.from(bytes);
  if (place > 1) return "Incorrect padding";
  const count = Math.floor(bytes.length / 3) * 4 + 1;
  return `Invalid base64-encoded string: number of data characters (${count}) cannot be 1 more than a multiple of 4`;
}
