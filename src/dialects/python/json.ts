import type { PyValue } from "./value.ts";

/**
 * `json.dumps(value, indent=2)`, for StrictYAML's values: strings, lists and mappings with string keys. Throws a
 * TypeError for others.
 */
export function dumps(value: PyValue, indent = ""): string {
  const inner = `${indent}  `;
  switch (value.type) {
    case "str":
      return dumpString(value.value);
    case "list":
      return enclose(
        "[",
        "]",
        value.items.map((item) => dumps(item, inner)),
        indent,
      );
    case "dict":
      return enclose(
        "{",
        "}",
        value.entries.map(([key, item]) => `${dumps(key, inner)}: ${dumps(item, inner)}`),
        indent,
      );
    default:
      throw new TypeError(`StrictYAML has no ${value.type}`);
  }
}

function enclose(open: string, close: string, members: readonly string[], indent: string): string {
  if (members.length === 0) return open + close;
  const inner = `\n${indent}  `;
  return `${open}${inner}${members.join(`,${inner}`)}\n${indent}${close}`;
}

/** With `ensure_ascii`: everything above "~" as UTF-16 escapes. */
function dumpString(text: string): string {
  return JSON.stringify(text).replace(
    /[\x7f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
