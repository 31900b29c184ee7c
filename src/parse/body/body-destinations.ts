import { decodeUtf8Loosely } from "../../core/utf8.ts";
import type { Span } from "../lines.ts";

/** How deep parentheses nest in a bare destination; CommonMark asks for three, and more costs time on hostile text. */
const deepestParentheses = 32;

const escaped = /\\([!-/:-@[-`{-~])/g;
const entity = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp));/g;
const encoded = /[\\&#?%]/;
const percentRun = /(?:%[0-9A-Fa-f]{2})+/g;
const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};

/** `(target "title")` behind a link's text: where the target stands, brackets excluded, and where the parentheses end. */
export function readInlineDestination(
  text: string,
  start: number,
  limit: number,
): { readonly target: Span; readonly end: number } | undefined {
  const found = readDestination(text, skipSpace(text, start + 1, limit), limit);
  if (!found) return undefined;
  const gap = skipSpace(text, found.end, limit);
  const titled = gap > found.end ? readTitle(text, gap, limit) : gap;
  const end = titled === undefined ? gap : skipSpace(text, titled, limit);
  return end < limit && text.charCodeAt(end) === 41 ? { target: found.target, end: end + 1 } : undefined;
}

/** A target in angle brackets, or one without blanks and with balanced parentheses. */
export function readDestination(
  text: string,
  start: number,
  limit: number,
): { readonly target: Span; readonly end: number } | undefined {
  return text.charCodeAt(start) === 60 && start < limit
    ? readBracketed(text, start, limit)
    : readBare(text, start, limit);
}

function readBracketed(
  text: string,
  start: number,
  limit: number,
): { readonly target: Span; readonly end: number } | undefined {
  for (let at = start + 1; at < limit; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 92) at++;
    else if (unit === 62) return { target: { start: start + 1, end: at }, end: at + 1 };
    else if (unit === 60 || unit === 10 || unit === 13) return undefined;
  }
  return undefined;
}

function readBare(
  text: string,
  start: number,
  limit: number,
): { readonly target: Span; readonly end: number } | undefined {
  let depth = 0;
  let at = start;
  for (; at < limit; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 92 && at + 1 < limit && text.charCodeAt(at + 1) > 32) at++;
    else if (unit <= 32 || unit === 127) break;
    else if (unit === 40 && ++depth > deepestParentheses) return undefined;
    else if (unit === 41 && --depth < 0) break;
  }
  return depth > 0 ? undefined : { target: { start, end: at }, end: at };
}

/** The end of a title that begins at `start`; `start` itself where none does, and undefined where one is not closed. */
export function readTitle(text: string, start: number, limit: number): number | undefined {
  const open = text.charAt(start);
  if (open !== '"' && open !== "'" && open !== "(") return start;
  const close = open === "(" ? ")" : open;
  for (let at = start + 1; at < limit; at++) {
    const character = text.charAt(at);
    if (character === "\\") at++;
    else if (character === close) return at + 1;
    else if (character === "(" && open === "(") return undefined;
  }
  return undefined;
}

export function skipSpace(text: string, start: number, limit: number): number {
  let at = start;
  while (at < limit && " \t\r\n".includes(text.charAt(at))) at++;
  return at;
}

/** A target as written, with what an author wrote for Markdown's and the web's sake resolved, and cut at its query or fragment. */
export function decodeTarget(written: string): { readonly target: string; readonly fragment?: string } {
  if (!encoded.test(written)) return { target: written };
  const plain = written.replaceAll(escaped, "$1").replaceAll(entity, decodeEntity);
  const [path = "", ...fragment] = plain.split("#");
  const target = decodePercent(path.split("?", 1)[0] ?? "");
  return fragment.length === 0 ? { target } : { target, fragment: decodePercent(fragment.join("#")) };
}

function decodeEntity(match: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return named[name] ?? match;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "0", 16) : Number(decimal);
  return code > 0 && code < 0x110000 && (code < 0xd800 || code > 0xdfff)
    ? String.fromCodePoint(code)
    : "\ufffd";
}

/** Bytes that are no UTF-8 become U+FFFD: `decodeURIComponent` would throw, which takes its time. */
function decodePercent(text: string): string {
  return text.replaceAll(percentRun, (run) => decodeUtf8Loosely(fromHex(run)));
}

/** The bytes of a run such as "%C3%A4". */
function fromHex(run: string): Uint8Array {
  return Uint8Array.from(run.slice(1).split("%"), (digits) => Number.parseInt(digits, 16));
}
