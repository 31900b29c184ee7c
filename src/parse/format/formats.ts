import { memberOf, type JsonObject } from "../../core/json.ts";
import { didYouMean, nearest } from "../../core/nearest.ts";
import { nearestSetting } from "../../model/nearest-setting.ts";
import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { has, misfit, type Format, type Tell } from "./format.ts";

/** One of the words. `expected` is for messages, if they are too many to list. */
export function oneOf<Word extends string>(
  known: readonly Word[],
  expected = series(
    known.map((word) => quote(word)),
    "or",
  ),
): Format<Word> {
  return {
    schema: { enum: known },
    expected,
    read: (node, tell) => {
      if (node.kind !== "string") return misfit(node, expected, tell);
      const word = known.find((each) => each === node.value);
      if (word === undefined)
        tell(
          `expected ${expected}, found ${quote(node.value, 60)}${didYouMean(nearestSetting(node.value, known))}`,
          node.range,
        );
      return word;
    },
  };
}

export function listOf<Value>(
  each: Format<Value>,
  { fewest = 0 }: { readonly fewest?: number } = {},
): Format<readonly Value[]> {
  const expected = fewest === 0 ? "a list" : "a non-empty list";
  return {
    schema: { type: "array", ...(fewest > 0 && { minItems: fewest }), items: each.schema },
    expected,
    read: (node, tell) => {
      if (node.kind !== "array" || node.items.length < fewest) return misfit(node, expected, tell);
      const values = node.items.flatMap((item) => orNothing(each.read(item, tell)));
      return values.length === node.items.length ? values : undefined;
    },
  };
}

/** A non-empty list, or a single value that is read as a list of one. */
export function oneOrMore<Value>(each: Format<Value>): Format<readonly Value[]> {
  const list = listOf(each, { fewest: 1 });
  return {
    schema: { anyOf: [each.schema, list.schema] },
    expected: `${each.expected} or a list of them`,
    read: (node, tell) => {
      if (node.kind === "array") return list.read(node, tell);
      const value = each.read(node, tell);
      return value === undefined ? undefined : [value];
    },
  };
}

/** Requires at least one key; an empty map would have no meaning. */
export function filled<Value>(format: Format<Value>): Format<Value> {
  return {
    ...format,
    schema: { ...format.schema, minProperties: 1 },
    read: (node, tell) => {
      if (node.kind !== "object" || node.members.length > 0) return format.read(node, tell);
      tell(`${format.expected} is empty`, node.range);
      return undefined;
    },
  };
}

/** A map with arbitrary keys, whose values all have one type. */
export function mapOf<Value>(each: Format<Value>): Format<Readonly<Record<string, Value>>> {
  return {
    schema: { type: "object", additionalProperties: each.schema },
    expected: "a map",
    read: (node, tell) => {
      if (node.kind !== "object") return misfit(node, "a map", tell);
      const entries = node.members.flatMap(({ key, value }) =>
        orNothing(each.read(value, tell)).map((read) => [key, read] as const),
      );
      return entries.length === node.members.length ? Object.fromEntries(entries) : undefined;
    },
  };
}

export interface Member<Value> {
  readonly format: Format<Value>;
  /** The description of the member in the schema. */
  readonly about: string;
}

type Members = Readonly<Record<string, Member<unknown>>>;
type ValueOf<Given> = Given extends Member<infer Value> ? Value : never;
type Read<Required extends Members, Optional extends Members> = {
  readonly [Key in keyof Required]: ValueOf<Required[Key]>;
} & { readonly [Key in keyof Optional]?: ValueOf<Optional[Key]> };

/** A map with these keys and no others. `noun` is its name for messages, with the article. */
export function members<Required extends Members, Optional extends Members>(
  noun: string,
  required: Required,
  optional: Optional,
): Format<Read<Required, Optional>> {
  const all: Members = { ...required, ...optional };
  const properties = Object.fromEntries(
    Object.entries(all).map(([key, { format, about }]) => [key, { description: about, ...format.schema }]),
  );
  return {
    schema: {
      type: "object",
      properties,
      ...(Object.keys(required).length > 0 && { required: Object.keys(required) }),
      additionalProperties: false,
    },
    expected: noun,
    read: (node, tell) => {
      if (node.kind !== "object") return misfit(node, `${noun} with ${series(Object.keys(all), "or")}`, tell);
      const entries = readMembers(node, { noun, all, required: Object.keys(required) }, tell);
      // The compiler cannot infer that each value has the type of its format.
      return entries && (Object.fromEntries(entries) as Read<Required, Optional>);
    },
  };
}

/** The required and optional keys of a map. */
interface Shape {
  /** The name of the map for messages, with the article. */
  readonly noun: string;
  readonly all: Members;
  readonly required: readonly string[];
}

function readMembers(
  node: JsonObject,
  { noun, all, required }: Shape,
  tell: Tell,
): readonly (readonly [string, unknown])[] | undefined {
  const absent = required.filter((key) => !has(node, key));
  for (const key of absent) tell(`${noun} has no ${quote(key)}`, node.range);
  const entries = node.members.flatMap(({ key, keyRange, value }) => {
    const member = Object.hasOwn(all, key) ? all[key] : undefined;
    if (member && memberOf(node, key)?.value !== value) tell(`duplicate key ${quote(key)}`, keyRange);
    else if (member) return orNothing(member.format.read(value, tell)).map((read) => [key, read] as const);
    else
      tell(
        `unknown key ${quote(key, 60)} in ${noun}${didYouMean(nearestSetting(key, Object.keys(all))) || `; use ${series(Object.keys(all), "or")}`}`,
        keyRange,
      );
    return [];
  });
  return absent.length === 0 && entries.length === node.members.length ? entries : undefined;
}

/** Maps that are distinguished by a key that only one of them has. */
export function byKey<Value>(noun: string, kinds: Readonly<Record<string, Format<Value>>>): Format<Value> {
  const keys = Object.keys(kinds);
  const expected = `${noun} with ${series(keys, "or")}`;
  return {
    schema: { type: "object", oneOf: Object.values(kinds).map(({ schema }) => schema) },
    expected,
    read: (node, tell) => {
      if (node.kind !== "object") return misfit(node, expected, tell);
      const [first, second] = keys.filter((key) => has(node, key));
      const kind = first === undefined ? undefined : kinds[first];
      if (kind && second === undefined) return kind.read(node, tell);
      tell(
        second === undefined
          ? `${noun} needs ${series(keys, "or")}${didYouMean(nearest(node.members[0]?.key ?? "", keys))}`
          : `${noun} has both ${first} and ${second}; remove one`,
        node.range,
      );
      return undefined;
    },
  };
}

/** To be spread into a list of values; empty if the value could not be read. */
function orNothing<Value>(value: Value | undefined): readonly Value[] {
  return value === undefined ? [] : [value];
}
