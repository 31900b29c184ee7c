import type { JsonNode, JsonObject } from "../../core/json.ts";
import type { Range } from "../../core/place.ts";
import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { valueOf } from "../../model/plugin.ts";

/** What a value has instead of what it has to be. */
export interface Misfit {
  readonly range: Range;
  /** The path of the value and the problem. */
  readonly message: string;
  /** Whether only a validator refuses it. */
  readonly lenient?: true;
}

/** Looks at a value, whose path is for messages; returns the first misfit of each part. */
export type Shape = (value: JsonNode, path: string) => readonly Misfit[];

/** A kind of JSON values, by a word for messages. */
function ofKind(kind: JsonNode["kind"], word: string): Shape {
  return ({ kind: found, range }, path) =>
    found === kind ? [] : [{ range, message: `\`${path}\` is not ${word}` }];
}

export const text = ofKind("string", "a text");
export const flag = ofKind("boolean", "a boolean");
export const number = ofKind("number", "a number");
export const anyObject = ofKind("object", "an object");

/** Any value. */
export const anything: Shape = () => [];

/** A text for which there is no problem; the problem continues a message. */
export function textThat(problemOf: (text: string) => string | undefined): Shape {
  return (value, path) => {
    if (value.kind !== "string") return text(value, path);
    const problem = problemOf(value.value);
    return problem === undefined
      ? []
      : [{ range: value.range, message: `\`${path}\` ${quote(value.value, 50)} ${problem}` }];
  };
}

export const filled = textThat((written) => (written === "" ? "is empty" : undefined));

export function oneOf(...words: readonly string[]): Shape {
  return textThat((written) =>
    words.includes(written) ? undefined : `is unknown; write one of ${words.join(", ")}`,
  );
}

export function listOf(item: Shape): Shape {
  return (value, path) =>
    value.kind === "array"
      ? value.items.flatMap((each, at) => item(each, `${path}[${at}]`))
      : [{ range: value.range, message: `\`${path}\` is not a list` }];
}

/** An object with values of one shape; a problem of a key continues a message. */
export function recordOf(
  item: Shape,
  keyProblem: (key: string) => string | undefined = () => undefined,
): Shape {
  return (value, path) => {
    if (value.kind !== "object") return anyObject(value, path);
    return value.members.flatMap((member) => {
      const problem = keyProblem(member.key);
      return problem === undefined
        ? item(member.value, `${path}.${member.key}`)
        : [{ range: member.keyRange, message: `\`${path}\` key ${quote(member.key, 40)} ${problem}` }];
    });
  };
}

interface Members {
  readonly required?: Readonly<Record<string, Shape>>;
  readonly optional?: Readonly<Record<string, Shape>>;
  /** Whether other keys are refused. */
  readonly closed?: true;
}

export function objectOf({ required = {}, optional = {}, closed }: Members): Shape {
  const known = { ...required, ...optional };
  return (value, path) => {
    if (value.kind !== "object") return anyObject(value, path);
    const missing = Object.keys(required).filter((key) => !valueOf(value, key));
    return [
      ...missing.map((key) => ({ range: value.range, message: `\`${path}.${key}\` is missing` })),
      ...Object.entries(known).flatMap(([key, shape]) => {
        const member = valueOf(value, key);
        return member ? shape(member, `${path}.${key}`) : [];
      }),
      ...(closed ? unknownKeys(value, path, Object.keys(known)) : []),
    ];
  };
}

function unknownKeys({ members }: JsonObject, path: string, known: readonly string[]): readonly Misfit[] {
  return members
    .filter(({ key }) => !known.includes(key))
    .map(({ key, keyRange }) => ({
      range: keyRange,
      message: `\`${path}\` has an unknown key ${quote(key, 40)}`,
    }));
}

/** The shape of a value by its kind; one of another kind is none of these. */
export function byKind(shapes: Readonly<Partial<Record<JsonNode["kind"], Shape>>>): Shape {
  const words = {
    string: "a text",
    array: "a list",
    object: "an object",
    number: "a number",
    boolean: "a boolean",
    null: "null",
  };
  const named = Object.keys(shapes).map((kind) => words[kind as JsonNode["kind"]]);
  return (value, path) => {
    const shape = shapes[value.kind];
    if (shape) return shape(value, path);
    return [{ range: value.range, message: `\`${path}\` is not ${series(named, "or")}` }];
  };
}

/** A shape, and if a value has it, a look at its parts together. */
export function andThen(shape: Shape, next: Shape): Shape {
  return (value, path) => {
    const misfits = shape(value, path);
    return misfits.length > 0 ? misfits : next(value, path);
  };
}
