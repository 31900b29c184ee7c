import { decodeBase64, utf16 } from "../../core/bytes.ts";
import { decodeUtf8 } from "../../core/utf8.ts";
import { quote } from "../../core/show.ts";

/** How much of a line is looked through: a payload stands in the command. */
const reach = 4_000;

/** How far above it the name of a payload is looked for. */
const named = 8_000;

/** `, "…",` where the line of a command holds a base64 literal that decodes to text, or the name of one. */
export function decodedBeside(text: string, start: number, length: number): string {
  const before = text.slice(Math.max(0, start - reach), start);
  const after = text.slice(start + length, start + length + reach).split("\n", 1)[0]!;
  const line = before.slice(before.lastIndexOf("\n") + 1) + text.slice(start, start + length) + after;
  for (const literal of [
    ...literalsIn(line),
    ...literalsNamed(text.slice(Math.max(0, start - named), start), line),
  ]) {
    const decoded = decode(literal);
    if (decoded !== undefined) return `, ${quote(decoded, 160)},`;
  }
  return "";
}

function literalsIn(line: string): readonly string[] {
  return line.match(/[A-Za-z0-9+/]{16,}={0,2}/g) ?? [];
}

function literalsNamed(above: string, line: string): readonly string[] {
  const names = new Set(line.match(/\w+/g));
  return Array.from(
    above.matchAll(/\b(\w{1,60})\s?=\s?[bru]{0,2}["']([A-Za-z0-9+/]{16,}={0,2})["']/g),
  ).flatMap(([, name, literal]) => (names.has(name!) ? [literal!] : []));
}

/** The text that a base64 literal stands for: UTF-8, or PowerShell's UTF-16; undefined where it is no text. */
function decode(literal: string): string | undefined {
  const bytes = decodeBase64(literal);
  return [decodeUtf8(bytes), utf16(bytes, "little-endian")].find(
    (text) => text !== undefined && /^[\t\n\r\x20-\x7e]{8,}$/.test(text),
  );
}
