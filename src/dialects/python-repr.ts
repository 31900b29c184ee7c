import { isAssigned } from "./unicode14.ts";
import type { PyValue } from "./py-value.ts";

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
