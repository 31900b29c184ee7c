import { decodeUtf8 } from "../../core/utf8.ts";
import { findFault } from "../../dialects/python/decode.ts";

/** `String::from_utf8`, which keeps a byte-order mark. `failure` is the message of its Utf8Error. */
export function decodeRust(bytes: Uint8Array): { readonly text: string } | { readonly failure: string } {
  const text = decodeUtf8(bytes);
  if (text !== undefined) return { text };
  const { at, length, fault } = findFault(bytes);
  return {
    failure:
      fault === "unexpected end of data"
        ? `incomplete utf-8 byte sequence from index ${at}`
        : `invalid utf-8 sequence of ${length} bytes from index ${at}`,
  };
}

/** Unicode's White_Space, which Rust trims and splits at: with U+0085 but without U+FEFF, unlike JavaScript's. */
const space = "[\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
const spaces = new RegExp(`${space}+`);
const oneSpace = new RegExp(`^${space}$`);
/** White space other than a single space between words. */
const otherGap = new RegExp(`(?! )${space}|^ | (?: |$)`);

/** `char::is_whitespace` */
export function isRustSpace(character: string): boolean {
  return character <= "~"
    ? character === " " || (character >= "\t" && character <= "\r")
    : oneSpace.test(character);
}

/** `str::trim_start` */
export function trimRustStart(text: string): string {
  let start = 0;
  while (start < text.length && isRustSpace(text.charAt(start))) start++;
  return text.slice(start);
}

/** `str::trim_end` */
export function trimRustEnd(text: string): string {
  let end = text.length;
  while (end > 0 && isRustSpace(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** `str::trim` */
export function trimRust(text: string): string {
  return trimRustStart(trimRustEnd(text));
}

/** The words of `str::split_whitespace`, joined by single spaces. */
export function joinRustWords(text: string): string {
  if (!otherGap.test(text)) return text;
  return text
    .split(spaces)
    .filter((word) => word !== "")
    .join(" ");
}

/** `str::lines`: LF and CRLF end a line, and a last one ends the text. */
export function rustLines(text: string): readonly string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
}

/** The lines of `str::lines`, joined by "\n". */
export function joinRustLines(text: string): string {
  if (text.includes("\r")) return rustLines(text).join("\n");
  return text.endsWith("\n") ? text.slice(0, -1) : text;
}
