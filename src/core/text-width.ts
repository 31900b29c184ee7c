import { unicodePattern } from "./unicode-pattern.ts";

/** Combining marks, and the Hangul vowels and finals that are joined with the preceding character. */
const zero = unicodePattern(String.raw`[\p{Mn}\p{Me}\u1160-\u11ff\ud7b0-\ud7ff]`);

/** Wide and fullwidth East Asian characters (UAX #11, Unicode 16); emoji among them are matched by their property. */
const wide = unicodePattern(
  String.raw`[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1d300}-\u{1d376}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]|(?![\u{1f1e6}-\u{1f1ff}])\p{Emoji_Presentation}`,
);

const ascii = /^[\x20-\x7e]*$/;

/** Number of terminal columns of a text without control characters. */
export function widthOf(text: string): number {
  if (ascii.test(text)) return text.length;
  const [isZero, isWide] = [zero(), wide()];
  let columns = 0;
  for (const character of text) columns += isZero.test(character) ? 0 : isWide.test(character) ? 2 : 1;
  return columns;
}
