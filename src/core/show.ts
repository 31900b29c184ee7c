import { unicodePattern } from "./unicode-pattern.ts";

/** Control characters, bidi and zero-width marks, tags, variation selectors, separators, private use, lone surrogates: nothing a terminal should get from a stranger. */
const unsafe = unicodePattern(
  String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u034f]`,
  "gu",
);
const plain = /^[ -~]*$/;

const longest = 200;

/**
 * A stranger's text made fit for a terminal: what could move the cursor, hide or reorder text becomes a visible escape
 * such as \x1b or \u{202e}. With `limit` (in UTF-16 units) what is longer ends in "…(+N)".
 */
export function show(text: string, limit = longest): string {
  const cut = text.length > limit ? sliceWhole(text, limit) : text;
  const escaped = plain.test(cut) ? cut : cut.replace(unsafe(), escapeCharacter);
  return cut.length < text.length ? `${escaped}…(+${text.length - cut.length})` : escaped;
}

/** As `show`, in double quotes. */
export function quote(text: string, limit = longest): string {
  return `"${show(text, limit)}"`;
}

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0)!;
  if (code === 9) return "\\t";
  if (code === 10) return "\\n";
  if (code === 13) return "\\r";
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
}

/** Never cuts a surrogate pair in two. */
function sliceWhole(text: string, limit: number): string {
  const splits = (text.charCodeAt(limit - 1) & 0xfc00) === 0xd800;
  return text.slice(0, splits ? limit - 1 : limit);
}
