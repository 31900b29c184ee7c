import { reprString } from "../../../dialects/python/value.ts";
import { crash } from "./failure.ts";

/** Maximum characters that `int` quotes of a text: "%.200R" in CPython's longobject.c. */
const mostShown = 200;

const digitsOf: Readonly<Record<number, RegExp>> = {
  2: /^([-+]?)(?:0b)?([01]+)$/i,
  8: /^([-+]?)(?:0o)?([0-7]+)$/i,
  10: /^([-+]?)([0-9]+)$/,
  16: /^([-+]?)(?:0x)?([0-9a-f]+)$/i,
};

const prefixOf: Readonly<Record<number, string>> = { 2: "0b", 8: "0o", 10: "", 16: "0x" };

/** Maximum digits of a decimal number in Python 3.11, `sys.int_info.default_max_str_digits`. */
const mostDigits = 4300;

/** `int(text, base)` for ASCII text without underscores; crashes with a "ValueError" if Python raises one. */
export function parseInteger(text: string, base: 2 | 8 | 10 | 16): bigint {
  const [, sign, digits] = digitsOf[base]?.exec(text.trim()) ?? [];
  if (digits === undefined)
    return crash(
      "ValueError",
      `invalid literal for int() with base ${base}: ${Array.from(reprString(text)).slice(0, mostShown).join("")}`,
    );
  if (base === 10) checkDigits(digits.length);
  const value = BigInt(`${prefixOf[base]}${digits}`);
  return sign === "-" ? -value : value;
}

/** Throws for a decimal number with more digits than Python accepts. */
export function checkDigits(count: number): void {
  if (count <= mostDigits) return;
  const limit = `Exceeds the limit (${mostDigits} digits) for integer string conversion`;
  crash(
    "ValueError",
    `${limit}: value has ${count} digits; use sys.set_int_max_str_digits() to increase the limit`,
  );
}

const decimal = /^[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[-+]?[0-9]+)?$/i;
const infinite = /^[-+]?inf(?:inity)?$/i;
const notANumber = /^[-+]?nan$/i;

/** `float(text)` for ASCII text without underscores. */
export function parseFloatingPoint(text: string): number {
  const trimmed = text.trim();
  if (decimal.test(trimmed)) return Number(trimmed);
  if (infinite.test(trimmed)) return trimmed.startsWith("-") ? -Infinity : Infinity;
  return notANumber.test(trimmed)
    ? NaN
    : crash("ValueError", `could not convert string to float: ${reprString(text)}`);
}
