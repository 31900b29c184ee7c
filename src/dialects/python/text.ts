import { unicodePattern } from "../../core/unicode-pattern.ts";
import { isAssigned } from "./unicode14.ts";

/**
 * Characters beyond ASCII that `str.isspace` of Python 3.11 accepts: with U+0085 but without U+FEFF, unlike
 * JavaScript's `trim`.
 */
const wideSpace = /^[\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]$/;

const ascii = /^[\0-\x7f]*$/;
const asciiAlphanumeric = /^[0-9A-Za-z]+$/;
const letterOrNumber = unicodePattern(String.raw`[\p{L}\p{N}]`);

/** Whether the unit at an offset is white space for `str.isspace` and `\\s`: of ASCII, also U+001C–1F. */
function isSpaceAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code > 0x20) return code >= 0x85 && wideSpace.test(text.charAt(at));
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code >= 0x1c && code <= 0x1f);
}

/** `str.strip()`. */
export function strip(text: string): string {
  return stripEnd(text.slice(spaceEnd(text, 0)));
}

/** `str.rstrip()`. */
export function stripEnd(text: string): string {
  let end = text.length;
  while (end > 0 && isSpaceAt(text, end - 1)) end--;
  return text.slice(0, end);
}

/** The offset after the white space at the offset. */
export function spaceEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpaceAt(text, at)) at++;
  return at;
}

/** `str.splitlines()`, one by one. */
export function* linesOf(text: string): Generator<string, undefined> {
  const lineEnd = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/g;
  let start = 0;
  for (let found = lineEnd.exec(text); found; found = lineEnd.exec(text)) {
    yield text.slice(start, found.index);
    start = lineEnd.lastIndex;
  }
  if (start < text.length) yield text.slice(start);
  return undefined;
}

/** `str.isalnum()`: every character a letter or number of Unicode 14.0, and at least one. */
export function isAlphanumeric(text: string): boolean {
  if (asciiAlphanumeric.test(text)) return true;
  return (
    text !== "" &&
    Array.from(text).every(
      (character) => letterOrNumber().test(character) && isAssigned(character.codePointAt(0)!),
    )
  );
}

/** `str.lower()`. */
export function lower(text: string): string {
  return mapAssigned(text, (known) => known.toLowerCase());
}

/** `unicodedata.normalize("NFKC", text)`. */
export function normalizeNfkc(text: string): string {
  return mapAssigned(text, (known) => known.normalize("NFKC"));
}

/** `len(text)`: code points; a lone surrogate is one. */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let at = 0; at + 1 < text.length; at++) {
    if (!isPair(text, at)) continue;
    length--;
    at++;
  }
  return length;
}

/**
 * The order of Python's `sorted`: by code point, which differs from UTF-16 order between U+E000–FFFF and astral
 * characters.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    if (a[at] !== b[at]) return rank(a.charCodeAt(at)) - rank(b.charCodeAt(at));
  }
  return a.length - b.length;
}

/** Converts CRLF and lone CR as Python's text mode does. */
export function universalNewlines(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

/** `html.escape(text)`. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/**
 * Characters that are unassigned in Unicode 14.0 stay unchanged and separate their neighbors: they have no case and do
 * not compose.
 */
function mapAssigned(text: string, map: (known: string) => string): string {
  if (ascii.test(text)) return map(text);
  let mapped = "";
  let known = "";
  for (const character of text) {
    if (isAssigned(character.codePointAt(0)!)) {
      known += character;
      continue;
    }
    mapped += map(known) + character;
    known = "";
  }
  return mapped + map(known);
}

/** Surrogates encode code points above U+FFFF, so they sort after all other units. */
function rank(unit: number): number {
  return (unit & 0xf800) === 0xd800 ? unit + 0x10000 : unit;
}

function isPair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
}
