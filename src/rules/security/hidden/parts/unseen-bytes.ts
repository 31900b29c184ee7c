import { latin1 } from "../../../../core/bytes.ts";
import { encodeUtf8 } from "../../../../core/utf8.ts";
import type { TextFile } from "../../../../model/text-file.ts";

/**
 * The rules for hidden characters examine every text that is not pure ASCII, most of which contain only a dash or an
 * emoji. So they first check for the characters' bytes, which the single search for all rules' words has already
 * found.
 */
function bytesOf(codes: readonly number[]): readonly string[] {
  return codes.map((code) => latin1(encodeUtf8(String.fromCodePoint(code))));
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

/** Characters that are rare in any text, except U+FE0F. */
export const unseenWords: readonly string[] = bytesOf([
  0xad,
  0x34f,
  0x61c,
  0x115f,
  0x1160,
  0x180e,
  ...range(0x200b, 0x200f),
  0x2028,
  0x2029,
  ...range(0x2060, 0x2064),
  0x3164,
  ...range(0xfe00, 0xfe0e),
  0xfeff,
  0xffa0,
  ...range(0x80, 0x9f),
]);

/** Characters that a terminal interprets, all of them ASCII: NUL, bell, backspace, escape, delete. */
export const controlWords: readonly string[] = ["\0", "\x07", "\b", "\x1b", "\x7f"];

/** Bidirectional controls. */
export const bidiWords: readonly string[] = bytesOf([...range(0x202a, 0x202e), ...range(0x2066, 0x2069)]);

/** Bidirectional controls, tags, consecutive selectors, and the first or last bytes of noncharacters. */
export const runWords: readonly string[] = [
  ...bidiWords,
  ...bytesOf([...range(0xfff9, 0xfffb), ...range(0xfe00, 0xfe0e)]),
  "\xef\xb8\x8f\xef\xb8",
  "\xf3\xa0",
  "\xef\xb7",
  "\xbf\xbe",
  "\xbf\xbf",
];

/** Whether the text is UTF-16, in which characters have other bytes. */
export function isWide({ bytes }: TextFile): boolean {
  return bytes.startsWith("\xff\xfe") || bytes.startsWith("\xfe\xff");
}

const emojiSelector = "\xef\xb8\x8f";

/** Whether a U+FE0F follows a character that cannot be an emoji, or precedes another selector. */
export function mayHoldStraySelector(bytes: string): boolean {
  for (let at = bytes.indexOf(emojiSelector); at !== -1; at = bytes.indexOf(emojiSelector, at + 3)) {
    if (bytes.startsWith("\xef\xb8", at + 3) || !mayBeEmoji(bytes, at)) return true;
  }
  return false;
}

/**
 * Whether the character that ends at the offset may be an emoji: astral, a symbol of U+2190–2BFF, or the base
 * of a keycap.
 */
function mayBeEmoji(bytes: string, end: number): boolean {
  const last = bytes.charCodeAt(end - 1);
  if (last < 0x80) return (last >= 0x30 && last <= 0x39) || last === 0x23 || last === 0x2a;
  const third = bytes.charCodeAt(end - 3);
  if (third === 0xe2) return bytes.charCodeAt(end - 2) >= 0x86 && bytes.charCodeAt(end - 2) <= 0xaf;
  return bytes.charCodeAt(end - 4) >= 0xf0;
}
