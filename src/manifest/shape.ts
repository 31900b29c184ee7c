import { quote } from "../core/show.ts";
import { refuseManifest } from "./refuse-manifest.ts";

/** A value of the manifest and where it stands there, such as `predicate.resources[2].name`; undefined where there is none. */
export interface Placed {
  readonly value: unknown;
  readonly place: string;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** What stands under the key; `parent` must be an object. */
export function memberAt(parent: Placed, key: string): Placed {
  const object = objectAt(parent);
  return {
    value: Object.hasOwn(object, key) ? object[key] : undefined,
    place: parent.place === "" ? key : `${parent.place}.${key}`,
  };
}

/** The specification closes this object: a member that we do not know may change the meaning of the others. */
export function expectNoOtherMembers(parent: Placed, known: readonly string[]): void {
  const other = Object.keys(objectAt(parent)).find((key) => !known.includes(key));
  if (other !== undefined)
    refuseManifest(
      `${subjectOf(parent)} has the member ${quote(other, shown)}, which OpenSSF Model Signing v1.0 does not know`,
    );
}

export function expectConstant<Constant extends string | boolean>(
  placed: Placed,
  constant: Constant,
): Constant {
  return placed.value === constant
    ? constant
    : differs(placed, typeof constant === "string" ? `"${constant}"` : String(constant));
}

export function itemsAt({ value, place }: Placed): readonly Placed[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : differs({ value, place }, "an array");
  return items.map((item, index) => ({ value: item, place: `${place}[${index}]` }));
}

/** A string with something in it, which UTF-8 can write: an escape may stand for half a character. */
export function textAt(placed: Placed): string {
  const { value } = placed;
  return typeof value === "string" && value !== "" && value.isWellFormed()
    ? value
    : differs(placed, "a string of whole characters that is not empty");
}

/** As `sha256sum` prints it. */
export function digestAt(placed: Placed): string {
  const { value } = placed;
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value)
    ? value
    : differs(placed, "a SHA-256 digest of 64 lower-case hexadecimal digits");
}

export function sizeAt(placed: Placed): number {
  const { value } = placed;
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0
    ? value
    : differs(placed, "a number of bytes");
}

export function booleanAt(placed: Placed): boolean {
  return typeof placed.value === "boolean" ? placed.value : differs(placed, "true or false");
}

const shown = 60;

function objectAt(placed: Placed): JsonObject {
  return isObject(placed.value) ? placed.value : differs(placed, "an object");
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function differs(placed: Placed, expected: string): never {
  const what = placed.value === undefined ? "missing" : describe(placed.value);
  return refuseManifest(`${subjectOf(placed)} is ${what}, expected ${expected}`);
}

function subjectOf({ place }: Placed): string {
  return place === "" ? "the manifest" : `the manifest's ${place}`;
}

function describe(value: unknown): string {
  if (typeof value === "string") return quote(value, shown);
  if (Array.isArray(value)) return "an array";
  return isObject(value) ? "an object" : String(value);
}
