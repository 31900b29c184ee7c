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
