import { unicodePattern } from "./unicode-pattern.ts";

/**
 * Control characters, bidi and zero-width marks, tags, variation selectors, separators, private use, lone surrogates:
 * characters that untrusted text must not send to a terminal.
 */
const unsafe = unicodePattern(
  String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u034f]`,
  "gu",
);
const plain = /^[ -~]*$/;
/** After one of these, U+FE0F only selects the colored form. */
const picture = unicodePattern(String.raw`\p{Extended_Pictographic}$`);

const longest = 200;

/**
 * Makes untrusted text safe for a terminal: characters that could move the cursor, hide or reorder text become visible
 * escapes such as \x1b or \u{202e}. Text longer than `limit` (in UTF-16 units) is truncated and ends in "…(+N)".
 */
export function show(text: string, limit = longest): string {
  const cut = text.length > limit ? sliceWhole(text, limit) : text;
  const escaped = plain.test(cut)
    ? cut
    : cut.replace(unsafe(), (character: string, at: number) =>
        character === "\ufe0f" && picture().test(cut.slice(Math.max(0, at - 2), at))
          ? character
          : escapeCharacter(character),
      );
  return cut.length < text.length ? `${escaped}…(+${text.length - cut.length})` : escaped;
}

/** As `show`, in double quotes; in backticks if the text contains double quotes, so that its end is clear. */
export function quote(text: string, limit = longest): string {
  const shown = show(text, limit);
  return shown.includes('"') && !shown.includes("`") ? `\`${shown}\`` : `"${shown}"`;
}

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0)!;
  if (code === 9) return "\\t";
  if (code === 10) return "\\n";
  if (code === 13) return "\\r";
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
}

/** Truncates without splitting a surrogate pair. */
export function sliceWhole(text: string, limit: number): string {
  const splits = (text.charCodeAt(limit - 1) & 0xfc00) === 0xd800;
  return text.slice(0, splits ? limit - 1 : limit);
}
