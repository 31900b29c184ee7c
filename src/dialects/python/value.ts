import { isAssigned } from "./unicode14.ts";

/**
 * A value as Python's YAML libraries hand it out. Mappings keep the order written and may have any key. A date reads as
 * `str()` gives it. PyYAML's aliases share one value, which may so hold itself or, written out, be larger than any text.
 * A TaggedScalar is what StrictYAML makes of a plain "=" or "<<" that is no key: an object, not a str.
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

/** What a Python YAML library did with a text: a value, an error it reports, or an exception nobody catches. */
export type PyYamlResult =
  | { readonly outcome: "value"; readonly value: PyValue }
  | { readonly outcome: "error"; readonly message: string; readonly problem: string }
  | { readonly outcome: "crash"; readonly type: string; readonly message: string };

/** `kind` tells a parser's refusal from StrictYAML's own: what it disallows although it is YAML. */
export type StrictYamlResult =
  | { readonly outcome: "value"; readonly value: PyValue }
  | { readonly outcome: "error"; readonly kind: StrictYamlErrorKind; readonly message: string }
  | { readonly outcome: "crash"; readonly type: string; readonly message: string };

export type StrictYamlErrorKind = "syntax" | "flow" | "anchor" | "tag" | "duplicate-key" | "indentation";

/** What `str.isprintable` refuses, and the backslash; the space is printable although a separator. */
const escaped = /[\\\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;

const plain = /^[ -\x5b\x5d-~]*$/;

/** `str(value)`. */
export function str(value: PyValue): string {
  return value.type === "str" || value.type === "TaggedScalar" ? value.value : repr(value);
}

/** `repr(value)` in Python 3.11, for what StrictYAML hands out: strings, lists and mappings; of a TaggedScalar without its address, which differs each time. Throws a TypeError for the rest. */
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

/** `repr(text)`: in single quotes unless only double ones save an escape. */
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
