export type YamlType = "boolean" | "date" | "null" | "number";

/**
 * What a plain scalar is where types are read from looks: as PyYAML reads YAML 1.1 (yaml/pyyaml lib/yaml/resolver.py),
 * and 0o17 of YAML 1.2. Undefined for text.
 */
export function yamlType(plain: string): YamlType | undefined {
  // The longest of these that anyone means is a date; the bound also keeps hostile text away from the patterns.
  if (plain.length > 64) return undefined;
  return forms.find(([pattern]) => pattern.test(plain))?.[1];
}

const forms: readonly (readonly [RegExp, YamlType])[] = [
  [/^(?:~|null|Null|NULL|)$/, "null"],
  [/^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/, "boolean"],
  [
    /^(?:[-+]?0b[01_]+|[-+]?0[0-7_]+|0o[0-7]+|[-+]?(?:0|[1-9][\d_]*)|[-+]?0x[\da-fA-F_]+|[-+]?[1-9][\d_]*(?::[0-5]?\d)+)$/,
    "number",
  ],
  [
    /^(?:[-+]?\d[\d_]*\.[\d_]*(?:[eE][-+]\d+)?|\.\d[\d_]*(?:[eE][-+]\d+)?|[-+]?\d[\d_]*(?::[0-5]?\d)+\.[\d_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/,
    "number",
  ],
  [
    /^\d{4}-\d\d-\d\d$|^\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?$/,
    "date",
  ],
];

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

/** A "#" behind a blank, and what stands right behind it. */
const behindBlank = /(?<=[ \t])#(?![\p{L}\p{N}])|(?<=[ \t])#(?:fixme|noqa|nosec|todo|xxx)\b/iu;

/** Whether every " #" of a text is meant as text, as in "issue #12" and "the #deploy channel": YAML begins a comment there, and so do people, but with a blank or a tool's word behind it. */
export function hasNoComment(text: string): boolean {
  return !behindBlank.test(text);
}
