import { unicodePattern } from "../../core/unicode-pattern.ts";
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
const escaped = unicodePattern(String.raw`[\\\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}`);

const plain = /^[ -\x5b\x5d-~]*$/;

/** `str(value)`. */
export function str(value: PyValue): string {
  if (value.type === "date" || value.type === "datetime") return value.value;
  return value.type === "str" || value.type === "TaggedScalar" ? value.value : repr(value);
}

/**
 * `repr(value)` in Python 3.11; a TaggedScalar without its address, which varies. Deep and shared values are cut at
 * an ellipsis, as Python does for a list within itself.
 */
export function repr(value: PyValue): string {
  return reprWithin(value, { left: mostShown }, 0);
}

/** The most values of one text: aliases can make a small text huge. */
const mostShown = 10_000;
const deepestShown = 900;

function reprWithin(value: PyValue, budget: { left: number }, depth: number): string {
  if (budget.left-- <= 0 || depth > deepestShown) return "...";
  const inner = (item: PyValue): string => reprWithin(item, budget, depth + 1);
  switch (value.type) {
    case "str":
      return reprString(value.value);
    case "bool":
      return value.value ? "True" : "False";
    case "int":
      return value.value.toString();
    case "float":
      return reprFloat(value.value);
    case "NoneType":
      return "None";
    case "list":
      return `[${value.items.map(inner).join(", ")}]`;
    case "tuple":
      return `(${value.items.map(inner).join(", ")})`;
    case "set":
      return value.items.length === 0 ? "set()" : `{${value.items.map(inner).join(", ")}}`;
    case "dict":
      return `{${value.entries.map(([key, item]) => `${inner(key)}: ${inner(item)}`).join(", ")}}`;
    case "bytes":
      return `b${reprString(String.fromCharCode(...value.value.slice(0, mostShown)))}`;
    case "date":
    case "datetime":
      return reprTime(value.type, value.value);
    case "TaggedScalar":
      return "<strictyaml.ruamel.comments.TaggedScalar object>";
  }
}

/** The shortest text that reads as the number, with an exponent below 1e-4 and from 1e16 on. */
function reprFloat(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  if (Object.is(value, -0)) return "-0.0";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) {
    const [digits = "", exponent = ""] = value.toExponential().split("e");
    const sign = exponent.startsWith("-") ? "-" : "+";
    return `${digits}e${sign}${exponent.replace(/^[-+]/, "").padStart(2, "0")}`;
  }
  const shown = String(value);
  return shown.includes(".") ? shown : `${shown}.0`;
}

/** "datetime.date(2026, 1, 2)". The seconds of a time of day are left out if they are zero. */
function reprTime(type: "date" | "datetime", shown: string): string {
  const parts = Array.from(shown.matchAll(/\d+/g), ([digits]) => String(Number(digits)));
  return `datetime.${type}(${parts.join(", ")})`;
}

/** `repr(text)`: in single quotes unless double quotes avoid an escape. */
export function reprString(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = plain.test(text) ? text : Array.from(text, escapeCharacter).join("");
  return `${quote}${quote === "'" ? body.replaceAll("'", "\\'") : body}${quote}`;
}

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0)!;
  if (!escaped().test(character) && isAssigned(code)) return character;
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

/** `bool(value)`: None, False, 0 and whatever is empty are false. */
export function isTruthy(value: PyValue): boolean {
  if ("items" in value) return value.items.length > 0;
  if ("entries" in value) return value.entries.length > 0;
  switch (value.type) {
    case "NoneType":
      return false;
    case "bool":
      return value.value;
    case "int":
      return value.value !== 0n;
    case "float":
      return value.value !== 0;
    default:
      return value.value.length > 0;
  }
}
