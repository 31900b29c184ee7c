import { type PyValue, reprString } from "../../dialects/python/value.ts";
import type { Mark } from "./libyaml/cursor.ts";
import { crash, fail } from "./libyaml/failure.ts";
import { mergeTag, prefix, strTag, valueTag } from "./libyaml/nodes.ts";
import { parseFloatingPoint, parseInteger } from "./libyaml/number.ts";
import type { Scanner } from "./libyaml/scanner.ts";

/** PyYAML's constructors of scalars, by tag. */
export const scalarConstructors: ReadonlyMap<string, (text: string) => PyValue> = new Map([
  [`${prefix}str`, (value): PyValue => ({ type: "str", value })],
  [`${prefix}null`, (): PyValue => ({ type: "NoneType" })],
  [`${prefix}bool`, constructBool],
  [`${prefix}int`, constructInt],
  [`${prefix}float`, constructFloat],
  [`${prefix}timestamp`, constructTimestamp],
]);

/** The value of a plain scalar other than "=" and "<<", which have no constructor. */
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

/** Underscores are ignored. An empty text has no first character to check. */
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

/** With more parts, Python's quadratic sum takes seconds. */
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

const pattern =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:(?:[Tt]|[ \t]+)(\d\d?):(\d\d):(\d\d)(?:\.(\d*))?(?:[ \t]*(Z|([-+])(\d\d?)(?::(\d\d))?))?)?\n?$/;

/** A `datetime.date`, or a `datetime.datetime` if there is a time of day. Impossible dates are a "ValueError". */
function constructTimestamp(text: string): PyValue {
  const match = pattern.exec(text);
  if (match === null) return crash("AttributeError", "'NoneType' object has no attribute 'groupdict'");
  const [
    ,
    year = "",
    month = "",
    day = "",
    hour,
    minute = "",
    second = "",
    fraction = "",
    zone,
    sign,
    zoneHour = "",
    zoneMinute = "0",
  ] = match;
  // datetime() checks the time zone before the date.
  const offset =
    sign === undefined
      ? zone === undefined
        ? ""
        : "+00:00"
      : showOffset(sign, Number(zoneHour) * 60 + Number(zoneMinute));
  checkDate(Number(year), Number(month), Number(day));
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (hour === undefined) return { type: "date", value: date };
  checkTime(Number(hour), Number(minute), Number(second));
  const micro = fraction.slice(0, 6).padEnd(6, "0");
  const time = `${hour.padStart(2, "0")}:${minute}:${second}${micro === "000000" ? "" : `.${micro}`}`;
  return { type: "datetime", value: `${date} ${time}${offset}` };
}

function checkDate(year: number, month: number, day: number): void {
  if (year < 1) crash("ValueError", `year ${year} is out of range`);
  if (month < 1 || month > 12) crash("ValueError", "month must be in 1..12");
  if (day < 1 || day > daysOf(year, month)) crash("ValueError", "day is out of range for month");
}

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function checkTime(hour: number, minute: number, second: number): void {
  if (hour > 23) crash("ValueError", "hour must be in 0..23");
  if (minute > 59) crash("ValueError", "minute must be in 0..59");
  if (second > 59) crash("ValueError", "second must be in 0..59");
}

function showOffset(sign: string, minutes: number): string {
  if (minutes >= 1440)
    crash(
      "ValueError",
      `offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), not ${showDelta(sign, minutes)}.`,
    );
  const shown = minutes === 0 ? "+" : sign;
  return `${shown}${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

/** `repr(timedelta)`: its seconds are never negative. */
function showDelta(sign: string, minutes: number): string {
  const total = sign === "-" ? -minutes : minutes;
  const days = Math.floor(total / 1440);
  const seconds = (total - days * 1440) * 60;
  return `datetime.timedelta(days=${days}${seconds === 0 ? "" : `, seconds=${seconds}`})`;
}

export function constructBinary(scanner: Scanner, text: string, mark: Mark): PyValue {
  const foreign = /[^\0-\x7f]+/u.exec(text);
  if (foreign !== null)
    fail(scanner, { problem: `failed to convert base64 data into ascii: ${describe(text, foreign)}`, mark });
  const decoded = decodeBase64(text);
  return typeof decoded === "string"
    ? fail(scanner, { problem: `failed to decode base64 data: ${decoded}`, mark })
    : { type: "bytes", value: decoded };
}

/** The message of Python's UnicodeEncodeError. */
function describe(text: string, { 0: run, index }: RegExpExecArray): string {
  const position = Array.from(text.slice(0, index)).length;
  const characters = Array.from(run);
  const escape = reprEscape(characters[0] ?? "");
  const what =
    characters.length === 1
      ? `character '${escape}' in position ${position}`
      : `characters in position ${position}-${position + characters.length - 1}`;
  return `'ascii' codec can't encode ${what}: ordinal not in range(128)`;
}

function reprEscape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code < 0x10000
    ? `\\u${code.toString(16).padStart(4, "0")}`
    : `\\U${code.toString(16).padStart(8, "0")}`;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * `binascii.a2b_base64`, which skips characters outside the alphabet and stops at the padding; or the text of its
 * error.
 */
function decodeBase64(text: string): Uint8Array | string {
  const bytes: number[] = [];
  let bits = 0;
  let place = 0;
  let pads = 0;
  for (const character of text) {
    if (character === "=") {
      if (place >= 2 && place + ++pads >= 4) return Uint8Array.from(bytes);
      continue;
    }
    const value = alphabet.indexOf(character);
    if (value < 0) continue;
    pads = 0;
    bits = (bits << 6) | value;
    place = (place + 1) % 4;
    if (place !== 1) bytes.push((bits >> (place === 2 ? 4 : place === 3 ? 2 : 0)) & 0xff);
    if (place === 0) bits = 0;
  }
  if (place === 0) return Uint8Array.from(bytes);
  if (place > 1) return "Incorrect padding";
  const count = Math.floor(bytes.length / 3) * 4 + 1;
  return `Invalid base64-encoded string: number of data characters (${count}) cannot be 1 more than a multiple of 4`;
}

const nullTag = `${prefix}null`;
const boolTag = `${prefix}bool`;
const intTag = `${prefix}int`;
const floatTag = `${prefix}float`;
const timestampTag = `${prefix}timestamp`;

// PyYAML resolver.py; Python's "$" also matches before a last line break, which only a block scalar tagged "!" can
// have.
const bools = /^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)\n?$/;
const nulls = /^(?:~|null|Null|NULL|)\n?$/;
const floats =
  /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))\n?$/;
const ints =
  /^(?:[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)\n?$/;
const timestamps =
  /^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?)\n?$/;

/**
 * The implicit tag of a plain scalar in PyYAML 6.0 (YAML 1.1). Its first character determines which patterns are tried.
 */
export function resolvePlain(value: string): string {
  const first = value.charAt(0);
  if (first === "") return nullTag;
  if ("yYnNtTfFoO".includes(first) && bools.test(value)) return boolTag;
  if ("~nN".includes(first) && nulls.test(value)) return nullTag;
  if ("-+.0123456789".includes(first)) return resolveNumber(value);
  if (value === "<<" || value === "<<\n") return mergeTag;
  return value === "=" || value === "=\n" ? valueTag : strTag;
}

function resolveNumber(value: string): string {
  if (floats.test(value)) return floatTag;
  if (ints.test(value)) return intTag;
  return timestamps.test(value) ? timestampTag : strTag;
}

const exponent = /^[-+]?[0-9][0-9_]*[eE][-+]?[0-9]+$/;

/** The same in SnakeYAML 1.33. */
export function resolveJava(value: string): string {
  return exponent.test(value) ? floatTag : resolvePlain(value);
}
