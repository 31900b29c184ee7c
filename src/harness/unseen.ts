import { universalNewlines } from "../dialects/python/text.ts";
import { once } from "../core/once.ts";
import { unicodePattern } from "../core/unicode-pattern.ts";

/** Control characters except tabs and line ends, and the characters that Unicode lets a font leave out. */
const unseen = unicodePattern(
  String.raw`[\p{Default_Ignorable_Code_Point}\0-\x08\v\f\x0e-\x1f\x7f-\x9f]`,
  "gu",
);

/** The text with each invisible character replaced. */
export function replaceUnseen(text: string, replaced: (character: string, at: number) => string): string {
  // Not `endsWith`, for which V8 compares unit by unit.
  if (text === "" || lastShown.slice(-text.length) === text) return text;
  if (mayHoldUnseen(text)) return text.replace(unseen(), replaced);
  lastShown = text;
  return text;
}

/**
 * The text without invisible characters and with Python's line ends, for comparisons, as the agents' own tests check
 * which of them each agent removes.
 */
export function withoutUnseen(text: string): string {
  return replaceUnseen(universalNewlines(text), () => "");
}

/** The last text without such a character. A body is read again without its first line breaks, to compare it. */
let lastShown = "";

const isShown = 1;
const mayBeUnseen = 2;

/** What is known about each UTF-16 unit; 0 for a unit that was in no text yet. */
const units = once(() => new Uint8Array(0x10000));

/** Looks up each unit, as that takes a tenth of the time of the pattern, and most texts have no such character. */
function mayHoldUnseen(text: string): boolean {
  const known = units();
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if ((known[unit] ||= classify(unit)) === mayBeUnseen) return true;
  }
  return false;
}

/** For the first half of a surrogate pair, what any of its characters may be. */
function classify(unit: number): number {
  // Most texts have only these, and need no pattern.
  if ((unit >= 0x20 && unit < 0x7f) || unit === 0x0a || unit === 0x0d || unit === 0x09) return isShown;
  const isFirstHalf = (unit & 0xfc00) === 0xd800;
  const characters = isFirstHalf
    ? Array.from({ length: 0x400 }, (_, index) => String.fromCharCode(unit, 0xdc00 + index))
    : [String.fromCharCode(unit)];
  return characters.join("").search(unseen()) === -1 ? isShown : mayBeUnseen;
}
