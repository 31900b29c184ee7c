export type YamlType = "boolean" | "date" | "null" | "number";

/**
 * The implicit type of a plain scalar: as PyYAML resolves YAML 1.1 (yaml/pyyaml lib/yaml/resolver.py),
 * plus 0o17 and 1e3 of YAML 1.2, which js-yaml and yaml read as numbers. Undefined for a string.
 */
export function yamlType(plain: string): YamlType | undefined {
  // The longest intended value of these types is a date; the limit also protects the patterns from hostile text.
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
  [/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)[eE][-+]?\d+$/, "number"],
  [
    /^\d{4}-\d\d-\d\d$|^\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?$/,
    "date",
  ],
];

/**
 * Text as a quoted YAML scalar on one line, without escapes if possible: some clients read frontmatter line by line
 * and show `\"` and `''` literally.
 */
export function toQuoted(text: string): string {
  const line = text
    .split(/\r\n|\r|\n/)
    .map((part) => part.trim())
    .join(" ");
  return /["\\]/.test(line) ? `'${line.replaceAll("'", "''")}'` : `"${line}"`;
}

/** A "#" after a space, and the text right after it. */
const behindBlank = /(?<=[ \t])#(?![\p{L}\p{N}])|(?<=[ \t])#(?:fixme|noqa|nosec|todo|xxx)\b/iu;

/**
 * Whether every " #" in a string is intended as text, as in "issue #12" and "the #deploy channel". YAML starts a
 * comment there; intended comments have a space or a tool's directive after the "#".
 */
export function hasNoComment(text: string): boolean {
  return !behindBlank.test(text);
}

/** Text that every YAML reader accepts unchanged as a plain scalar after a colon or dash. */
const plain = /^[A-Za-z0-9_./][\w ./()+-]*$/;

/** A string as one line of YAML: plain if that is safe, otherwise in double quotes with JSON's escapes. */
export function yamlScalar(text: string): string {
  return plain.test(text) &&
    !text.endsWith(" ") &&
    yamlType(text) === undefined &&
    text !== "..." &&
    !text.includes("---")
    ? text
    : JSON.stringify(text);
}
