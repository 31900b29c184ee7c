import { isAssigned } from "./unicode14.ts";

/**
 * A value as returned by Python's YAML libraries. Mappings are in the written order and may have any key. A date is its
 * `str()`. PyYAML's aliases share one value, which may therefore contain itself or be huge when expanded.
 * A TaggedScalar is StrictYAML's object, not a str, for a plain "=" or "<<" that is not a key.
 */
export type PyValue =
  | { readonly type: "str" | "TaggedScalar"; readonly value: string }
  | { readonly type: "int"; readonly value: bigint }
  | { readonly type: "float"; readonly value: number }
  | { readonly type: "bool"; readonly value: boolean }
  | { readonly type: "NoneType" }
  | { readonly type: "date" | "datetime"; readonly value: string }
  | { readonly type: "bytes"; readonly value: Uint8Array }
  | { readonly type: "list" | "tuple"; readonly items: readonly PyValue[] }
  | { readonly type: "set"; readonly items: readonly PyValue[] }
  | { readonly type: "dict"; readonly entries: readonly (readonly [PyValue, PyValue])[] };

/** The result of a Python YAML library: a value, a reported error, or an uncaught exception. */
export type PyYamlResult =
  | { readonly outcome: "value"; readonly value: PyValue }
  | { readonly outcome: "error"; readonly message: string; readonly problem: string }
  | { readonly outcome: "crash"; readonly type: string; readonly message: string };

/** `kind` separates syntax errors from valid YAML that StrictYAML disallows. */
export type StrictYamlResult =
  | { readonly outcome: "value"; readonly value: PyValue }
  | { readonly outcome: "error"; readonly kind: StrictYamlErrorKind; readonly message: string }
  | { readonly outcome: "crash"; readonly type: string; readonly message: string };

export type StrictYamlErrorKind = "syntax" | "flow" | "anchor" | "tag" | "duplicate-key" | "indentation";

/** Characters that are not `str.isprintable`, and the backslash; the space is printable although a separator. */
const escaped = /[\\\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;

const plain = /^[ -\x5b\x5d-~]*$/;

/** `str(value)`. */
export function str(value: PyValue): string {
  return value.type === "str" || value.type === "TaggedScalar" ? value.value : repr(value);
}

/** `repr(value)` in Python 3.11, for StrictYAML's values: strings, lists and mappings; a TaggedScalar without its address, which varies. Throws a TypeError for others. */
export function repr(value: PyValue): string {
  switch (value.type) {
    case "str":
      return reprString(value.value);
    case "list":
      return `[${value.items.map(repr).join(", ")}]`;
    case "dict":
      return `{${value.entries.map(([key, item]) => `${repr(key)}: ${repr(item)}`).join(", ")}}`;
    case "TaggedScalar":
      return "<strictyaml.ruamel.comments.TaggedScalar object>";
    default:
      throw new TypeError(`StrictYAML has no ${value.type}`);
  }
}

/** `repr(text)`: in single quotes unless double quotes avoid an escape. */
export function reprString(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = plain.test(text) ? text : Array.from(text, escapeCharacter).join("");
  return `${quote}${quote === "'" ? body.replaceAll("'", "\\'") : body}${quote}`;
}

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0)!;
  if (!escaped.test(character) && isAssigned(code)) return character;
  const short = shortEscapes[character];
  if (short !== undefined) return short;
  if (code < 0x100) return `\\x${hex(code, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
}

const shortEscapes: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\t": "\\t",
  "\n": "\\n",
  "\r": "\\r",
};

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}
