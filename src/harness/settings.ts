import type { Settings } from "../model/agent.ts";
import { SkillsError } from "../core/errors.ts";
import { isObject } from "../core/is-object.ts";
import { series } from "../core/sentence.ts";
import { quote, show } from "../core/show.ts";

/**
 * One of several words; default: the first. Throws a SkillsError ("bad-usage") for any other value, as all functions
 * here do.
 */
export function choiceIn<Word extends string>(
  settings: Settings,
  key: string,
  words: readonly [Word, ...Word[]],
): Word {
  const value = settings[key];
  const word = value === undefined ? words[0] : words.find((known) => known === value);
  return (
    word ??
    refuse(
      key,
      value,
      `must be ${series(
        words.map((known) => quote(known)),
        "or",
      )}`,
    )
  );
}

export function textIn(settings: Settings, key: string): string | undefined {
  const value = settings[key];
  return value === undefined || typeof value === "string" ? value : refuse(key, value, "must be a string");
}

export function textsIn(settings: Settings, key: string): readonly string[] {
  const value = settings[key] ?? [];
  return Array.isArray(value) && value.every((item) => typeof item === "string")
    ? value
    : refuse(key, value, "must be a list of strings");
}

export function flagIn(settings: Settings, key: string): boolean | undefined {
  const value = settings[key];
  return value === undefined || typeof value === "boolean"
    ? value
    : refuse(key, value, "must be true or false");
}

/** A non-negative whole number. */
export function amountIn(settings: Settings, key: string): number | undefined {
  const value = settings[key];
  if (value === undefined) return undefined;
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0
    ? value
    : refuse(key, value, "must be a whole number");
}

/** The settings in a file's text. Throws a SkillsError ("bad-usage") if it is not a JSON object. */
export function parseSettings(text: string, file: string): Settings {
  const value = parse(text);
  if (!isObject(value))
    throw new SkillsError(
      "bad-usage",
      value === undefined ? `${show(file)} is not valid JSON` : `${show(file)} must be a JSON object`,
    );
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refuse(key: string, value: unknown, expected: string): never {
  throw new SkillsError(
    "bad-usage",
    `the setting ${quote(key)} ${expected}, not ${show(JSON.stringify(value) ?? "nothing", 40)}`,
  );
}
