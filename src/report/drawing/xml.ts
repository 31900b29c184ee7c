import { clean } from "./width.ts";

/** `name="value"` of each, preceded by a space. */
export function attributes(values: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${escapeXml(String(value))}"`]))
    .join("");
}

/**
 * A line of text within XML 1.0, which has no way to write most control characters, lone surrogates and U+FFFE (§2.2): they are shown as on a terminal.
 * As a ">" is written by its name too, "]]>" cannot come about.
 */
export function escapeXml(text: string): string {
  return clean(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;");
}
