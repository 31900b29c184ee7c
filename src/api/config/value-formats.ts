import { nearest } from "../../core/nearest.ts";
import { pathPatternShape } from "../../core/path-pattern.ts";
import type { Range } from "../../core/place.ts";
import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { misfit, type Format } from "../../parse/format/format.ts";
import { presetNames, type PresetName } from "./presets.ts";

export interface Ranged<Value> {
  readonly value: Value;
  readonly range: Range;
}

/** A value and the range it stands in. */
export function ranged<Value>(format: Format<Value>): Format<Ranged<Value>> {
  return {
    ...format,
    read: (node, tell) => {
      const value = format.read(node, tell);
      return value === undefined ? undefined : { value, range: node.range };
    },
  };
}

/** A text of a certain shape; `objection` says what is wrong with one of another. */
function shaped(
  expected: string,
  shape: string,
  objection: (written: string) => string,
  more: Format<string>["schema"] = {},
): Format<string> {
  const pattern = new RegExp(shape, "u");
  return {
    schema: { type: "string", pattern: shape, ...more },
    expected,
    read: (node, tell) => {
      if (node.kind !== "string") return misfit(node, expected, tell);
      if (pattern.test(node.value)) return node.value;
      tell(objection(node.value), node.range);
      return undefined;
    },
  };
}

/** See `compilePathPattern`. */
export const pathPattern = shaped("a pattern of paths", pathPatternShape, objectToPattern);

function objectToPattern(written: string): string {
  if (written === "") return "an empty pattern stands here, expected one that matches a path";
  const shown = `the pattern ${quote(written, 60)}`;
  if (written.startsWith("!")) return `${shown} begins with "!", expected one that says what it is for`;
  if (written.includes("\\"))
    return `${shown} has a backslash, expected "/" between names, and "[*]" for a star itself`;
  return written.length > 1000
    ? `${shown} is longer than 1,000 characters`
    : `${shown} has ".." in it, but no pattern leads out of the config's directory`;
}

export const reason = shaped(
  "a reason in words",
  "\\S",
  () => "the reason is empty, expected words that say why",
);

const dayShape = "^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])$";

const dayLike = shaped("a day as YYYY-MM-DD", dayShape, objectToDay, { format: "date" });

/** A day of the calendar: one that is in none, such as the 31st of June, has the shape of one. */
export const day: Format<string> = {
  ...dayLike,
  read: (node, tell) => {
    const written = dayLike.read(node, tell);
    if (written === undefined || isInCalendar(written)) return written;
    tell(objectToDay(written), node.range);
    return undefined;
  },
};

function objectToDay(written: string): string {
  return `${quote(written, 60)} is no day, expected one as YYYY-MM-DD`;
}

function isInCalendar(written: string): boolean {
  const [year = 0, month = 0, date = 0] = written.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, date)).getUTCDate() === date;
}

export const filePath = shaped(
  "the path of a file",
  "^[^\\u0000]+$",
  () => "an empty path stands here, expected that of a file",
);

/** A preset, or a file beside this one. */
export type Extended = { readonly preset: PresetName } | { readonly file: string };

const pathShape = "^\\.{1,2}/[^\\u0000]*\\.(?:json|ya?ml)$";

export const extended: Format<Extended> = {
  schema: { anyOf: [{ enum: presetNames }, { type: "string", pattern: pathShape }] },
  expected: "a preset or the path of a config file",
  read: (node, tell) => {
    if (node.kind !== "string") return misfit(node, extended.expected, tell);
    const { value, range } = node;
    const preset = presetNames.find((name) => name === value);
    if (preset !== undefined) return { preset };
    if (new RegExp(pathShape, "u").test(value)) return { file: value };
    const near = nearest(value, presetNames);
    tell(
      `${quote(value, 60)} is no preset, expected ${series(presetNames, "or")}, or a file as "./base.yaml" from here${near === undefined ? "" : `; the nearest is ${quote(near)}`}`,
      range,
    );
    return undefined;
  },
};
