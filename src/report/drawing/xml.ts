import { clean } from "./width.ts";

/** All attributes as `name="value"`, each preceded by a space. */
export function attributes(values: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${escapeXml(String(value))}"`]))
    .join("");
}

/**
 * Escapes a line of text for XML 1.0, which cannot represent most control characters, lone surrogates and U+FFFE
 * (§2.2); these are shown as on a terminal. As ">" is escaped too, the text cannot contain "]]>".
 */
export function escapeXml(text: string): string {
  return clean(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;");
}
