import { SkillsError } from "../core/errors.ts";
import { isObject } from "../core/is-object.ts";
import { didYouMean, nearest } from "../core/nearest.ts";
import { isDirectoryName } from "../core/paths.ts";
import { quote } from "../core/show.ts";
import { choose } from "./choose.ts";

/** Throws a SkillsError for a value that an option cannot have; `name` is for the message. */
export type OptionKind = (name: string, value: unknown) => void;

/** A kind for each option of a function. The compiler reports options that are missing or no longer exist. */
export type OptionKinds<Options> = { readonly [Name in keyof Options]-?: OptionKind };

/** By the name of an option. */
export type AnyKinds = Readonly<Record<string, OptionKind>>;

/** Throws a SkillsError for options that a function does not have, or whose values do not fit. */
export function requireOptions(given: unknown, kinds: AnyKinds): void {
  if (!isObject(given)) throw new SkillsError("bad-usage", "the options must be an object");
  requireMembers(given, kinds, "");
}

function requireMembers(given: Readonly<Record<string, unknown>>, kinds: AnyKinds, within: string): void {
  for (const name of Object.keys(given))
    if (!Object.hasOwn(kinds, name))
      throw new SkillsError(
        "bad-usage",
        `unknown option ${quote(within + name)}${didYouMean(nearest(name, Object.keys(kinds)))}`,
      );
  for (const [name, kind] of Object.entries(kinds)) kind(within + name, given[name]);
}

/** The option must be set. */
export function required(kind: OptionKind): OptionKind {
  return (name, value) => {
    if (value === undefined) throw new SkillsError("bad-usage", `option ${quote(name)} is missing`);
    kind(name, value);
  };
}

export const text = kindOf("a string", (value) => typeof value === "string");
export const flag = kindOf("true or false", (value) => typeof value === "boolean");
export const callback = kindOf("a function", (value) => typeof value === "function");
/** An object whose members are not checked. */
export const object = kindOf("an object", isObject);
export const bytes = kindOf("a Uint8Array", ArrayBuffer.isView);
export const directoryName = kindOf(
  "the name of a directory",
  (value) => typeof value === "string" && isDirectoryName(value),
);
export const day = kindOf("a date", (value) => value instanceof Date && !Number.isNaN(value.getTime()));
export const texts = kindOf(
  "a list of strings",
  (value) => Array.isArray(value) && value.every((each) => typeof each === "string"),
);

/** A whole number; Infinity is a limit that is never reached. */
export function amount(fewest: 0 | 1): OptionKind {
  return kindOf(
    `a whole number of ${fewest} or more`,
    (value) => value === Infinity || (Number.isSafeInteger(value) && Number(value) >= fewest),
  );
}

/** One of the words. `what` is the name of a choice in messages, as on the command line. */
export function oneOf(what: string, choices: readonly string[]): OptionKind {
  return (name, value) => {
    text(name, value);
    if (typeof value === "string") choose(what, value, choices);
  };
}

/** Several of the words. */
export function listOf(what: string, choices: readonly string[]): OptionKind {
  return (name, value) => {
    texts(name, value);
    if (Array.isArray(value)) for (const word of value) choose(what, String(word), choices);
  };
}

/** An object with these options and no others. */
export function members<Options>(kinds: OptionKinds<Options>): OptionKind {
  return (name, value) => {
    object(name, value);
    if (isObject(value)) requireMembers(value, kinds, `${name}.`);
  };
}

/** A list of such objects. */
export function listOfMembers<Options>(kinds: OptionKinds<Options>): OptionKind {
  const each = required(members(kinds));
  return (name, value) => {
    if (value !== undefined && !Array.isArray(value)) throw misfit(name, "a list");
    for (const [at, item] of (value ?? []).entries()) each(`${name}[${at}]`, item);
  };
}

/** A kind that this test decides; an absent option fits. */
export function kindOf(expected: string, isFit: (value: unknown) => boolean): OptionKind {
  return (name, value) => {
    if (value !== undefined && !isFit(value)) throw misfit(name, expected);
  };
}

function misfit(name: string, expected: string): SkillsError {
  return new SkillsError("bad-usage", `option ${quote(name)} must be ${expected}`);
}
