const opening = "---\n";
const closing = "\n---\n";

export interface Harness9Document {
  readonly name: string;
  readonly description: string;
  /** Documented only: nothing is ever matched against it. */
  readonly trigger: string;
  readonly body: string;
}

/** Whether a file's beginning holds all of its frontmatter, or shows that it has none. */
export function holdsFrontmatter(text: string): boolean {
  return !text.startsWith(opening) || text.includes(closing, opening.length);
}

/**
 * ZhangShenao/harness9 internal/skills/skill.go, parseFrontmatter: lines cut at their first colon, whatever their indentation, the last
 * of a key winning. What has no fences of exactly these bytes, so all that has CRLF, is body from its first line.
 */
export function parseHarness9(text: string): Harness9Document {
  const end = text.startsWith(opening) ? text.indexOf(closing, opening.length) : -1;
  if (end === -1) return { name: "", description: "", trigger: "", body: trimGo(text) };
  const fields = new Map(text.slice(opening.length, end).split("\n").flatMap(readLine));
  const field = (key: string): string => fields.get(key) ?? "";
  return {
    name: field("name"),
    description: field("description"),
    trigger: field("trigger"),
    body: trimGo(text.slice(end + closing.length)),
  };
}

function readLine(line: string): readonly (readonly [string, string])[] {
  const colon = line.indexOf(":");
  return colon === -1 ? [] : [[trimGo(line.slice(0, colon)), withoutQuotes(trimGo(line.slice(colon + 1)))]];
}

/** Escapes within them stay as they are. */
function withoutQuotes(value: string): string {
  return value.length >= 2 && /^(?:".*"|'.*')$/s.test(value) ? value.slice(1, -1) : value;
}

/** What unicode.IsSpace of Go calls space; `trim` knows U+FEFF instead of U+0085. */
const space = "[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
const leading = new RegExp(`^${space}+`);

/** Go's strings.TrimSpace. */
function trimGo(text: string): string {
  let end = text.length;
  while (end > 0 && leading.test(text.charAt(end - 1))) end--;
  return text.slice(0, end).replace(leading, "");
}
