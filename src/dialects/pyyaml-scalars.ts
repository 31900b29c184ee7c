import type { PyValue } from "./py-value.ts";
import { parseFloatingPoint, parseInteger } from "./python-number.ts";
import { reprString } from "./python-repr.ts";
import { constructTimestamp } from "./pyyaml-timestamp.ts";
import { crash } from "./yaml-failure.ts";
import { prefix } from "./yaml-nodes.ts";
import { resolvePlain } from "./yaml11-resolve.ts";

/** By its tag, how PyYAML makes a value of a scalar's text alone. */
export const scalarConstructors: ReadonlyMap<string, (text: string) => PyValue> = new Map([
  [`${prefix}str`, (value): PyValue => ({ type: "str", value })],
  [`${prefix}null`, (): PyValue => ({ type: "NoneType" })],
  [`${prefix}bool`, constructBool],
  [`${prefix}int`, constructInt],
  [`${prefix}float`, constructFloat],
  [`${prefix}timestamp`, constructTimestamp],
]);

/** A plain scalar that is neither "=" nor "<<", which have no constructor. */
export function constructPlain(text: string): PyValue {
  const construct = scalarConstructors.get(resolvePlain(text));
  return construct ? construct(text) : { type: "str", value: text };
}

const truths: Readonly<Record<string, boolean>> = {
  yes: true,
  no: false,
  true: true,
  false: false,
  on: true,
  off: false,
};

function constructBool(text: string): PyValue {
  const name = text.toLowerCase();
  const value = Object.hasOwn(truths, name) ? truths[name] : undefined;
  return value === undefined ? crash("KeyError", reprString(name)) : { type: "bool", value };
}

interface Signed {
  readonly negative: boolean;
  readonly text: string;
}

/** Underscores are decoration. An empty text has no first character to look at. */
function takeSign(written: string): Signed {
  const text = written.replaceAll("_", "");
  if (text === "") crash("IndexError", "string index out of range");
  return { negative: text.startsWith("-"), text: /^[-+]/.test(text) ? text.slice(1) : text };
}

function constructInt(written: string): PyValue {
  const { negative, text } = takeSign(written);
  const value = readInt(text);
  return { type: "int", value: negative ? -value : value };
}

function readInt(text: string): bigint {
  if (text === "0") return 0n;
  if (text.startsWith("0b")) return parseInteger(text.slice(2), 2);
  if (text.startsWith("0x")) return parseInteger(text.slice(2), 16);
  if (text === "") crash("IndexError", "string index out of range");
  if (text.startsWith("0")) return parseInteger(text, 8);
  return text.includes(":") ? readSexagesimal(text.split(":")) : parseInteger(text, 10);
}

/** Past this many parts Python's own sum, quadratic as it is, takes seconds. */
const mostParts = 10_000;

function readSexagesimal(parts: readonly string[]): bigint {
  if (parts.length > mostParts) crash("TimeoutError", "a sexagesimal number is too long");
  return parts.map((part) => parseInteger(part, 10)).reduce((sum, part) => sum * 60n + part, 0n);
}

function constructFloat(written: string): PyValue {
  const { negative, text } = takeSign(written.toLowerCase());
  const value = readFloat(text);
  return { type: "float", value: negative ? -value : value };
}

function readFloat(text: string): number {
  if (text === ".inf") return Infinity;
  if (text === ".nan") return NaN;
  if (!text.includes(":")) return parseFloatingPoint(text);
  let base = 1;
  let sum = 0;
  for (const part of text.split(":").map(parseFloatingPoint).reverse()) {
    if (base === Infinity) crash("OverflowError", "int too large to convert to float");
    sum += part * base;
    base *= 60;
  }
  return sum;
}
