import { quote } from "../../../../core/show.ts";

/**
 * The flag of a region within a country, such as Scotland's: Unicode TR51 ED-14a, limited to the letters and
 * digits that CLDR's codes use.
 */
export const flags =
  /\u{1f3f4}[\u{e0061}-\u{e007a}]{2}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,4}\u{e007f}/gu;

export const tags = /[\u{e0001}\u{e0020}-\u{e007f}]+/u;
export const bidi = /[\u202a-\u202e\u2066-\u2069]+/u;
export const controls = /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f]+/u;
// A single selector after an emoji or an ideograph is normal. Two in a row encode bytes, unless they are the same
// selector for an emoji.
export const selectors =
  /(?:(?!\ufe0f{2,3}(?![\ufe00-\ufe0f\u{e0100}-\u{e01ef}]))[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2,})|(?<![\p{Script=Han}\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\u{e0100}-\u{e01ef}]+/u;
export const neverText = /[\ufff9-\ufffb\p{Noncharacter_Code_Point}]+/u;

export function codePoints(text: string): readonly number[] {
  return Array.from(text, (character) => character.codePointAt(0)!);
}

/** The text ` (decoded: "…")` if tag characters encode a message: each is an ASCII character plus 0xE0000. */
export function sayingTags(found: string): string {
  return saying(
    String.fromCodePoint(
      ...codePoints(found)
        .slice(0, longest)
        .map((code) => code - 0xe0000)
        .filter((code) => code >= 0x20 && code < 0x7f),
    ),
  );
}

/**
 * The text ` (decoded: "…")` if variation selectors encode a message: the 256 selectors represent the 256 byte
 * values; https://paulbutler.org/2025/smuggling-arbitrary-data-through-an-emoji
 */
export function sayingSelectors(found: string): string {
  const bytes = codePoints(found)
    .slice(0, longest)
    .map((code) => (code < 0xe0100 ? code - 0xfe00 : code - 0xe0100 + 16));
  return saying(bytes.every((byte) => byte >= 0x20 && byte < 0x7f) ? String.fromCodePoint(...bytes) : "");
}

const longest = 200;

function saying(message: string): string {
  return message ? ` (decoded: ${quote(message)})` : "";
}
