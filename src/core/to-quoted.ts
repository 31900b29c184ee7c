/**
 * Text as a YAML scalar in quotes on one line, without escapes wherever there is a way: some clients read frontmatter by lines
 * and show `\"` and `''` as they stand.
 */
export function toQuoted(text: string): string {
  const line = text
    .split(/\r\n|\r|\n/)
    .map((part) => part.trim())
    .join(" ");
  return /["\\]/.test(line) ? `'${line.replaceAll("'", "''")}'` : `"${line}"`;
}
