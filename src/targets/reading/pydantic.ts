import { codePointLength } from "../../dialects/python/text.ts";
import { decodeUtf8 } from "../../dialects/python/decode.ts";
import type { PyValue } from "../../dialects/python/value.ts";
import { longestDescription, longestName, type PyFields, refuse, type Unloaded } from "./python.ts";

/** A text, as pydantic takes it: bytes too, if they are UTF-8. */
export function textOf(value: PyValue | undefined): string | undefined {
  if (value?.type === "str") return value.value;
  const decoded = value?.type === "bytes" ? decodeUtf8(value.value) : undefined;
  return decoded && "text" in decoded ? decoded.text : undefined;
}

/** What clients with a model of the specification read. */
export interface ModelTexts {
  readonly name: string;
  readonly description: string;
}

/** The two texts that every model requires. */
export function requireTexts(fields: PyFields): ModelTexts | Unloaded {
  const [name, description] = [textOf(fields.get("name")), textOf(fields.get("description"))];
  if (name !== undefined && description !== undefined) return { name, description };
  const key = name === undefined ? "name" : "description";
  return fields.has(key)
    ? refuse(`${key} is not a string`, `${key}: Input should be a valid string`)
    : refuse(`${key} is missing`, `${key}: Field required`);
}

/** The same with the specification's limits as constraints of the fields; `pattern` is the rule as the model has it. */
export function requireSpecTexts(fields: PyFields, rule: RegExp, pattern: string): ModelTexts | Unloaded {
  const texts = requireTexts(fields);
  if ("loads" in texts) return texts;
  const { name, description } = texts;
  if (codePointLength(name) > longestName)
    return refuse("name has more than 64 characters", "name: String should have at most 64 characters");
  if (!rule.test(name))
    return refuse(
      "name is not lower-case words with single hyphens",
      `name: String should match pattern '${pattern}'`,
    );
  if (!description.isWellFormed())
    return refuse("description has half of a surrogate pair", "description: Input should be a valid string");
  if (description === "")
    return refuse("description is empty", "description: String should have at least 1 character");
  if (codePointLength(description) > longestDescription)
    return refuse(
      "description has more than 1,024 characters",
      "description: String should have at most 1024 characters",
    );
  return texts;
}

/** The field that is neither absent nor None and not of the type that pydantic wants; undefined if all are. */
export function wrongField(
  fields: PyFields,
  wanted: Readonly<Record<string, (value: PyValue) => boolean>>,
): string | undefined {
  return Object.entries(wanted).find(([key, isWanted]) => {
    const value = fields.get(key);
    return value !== undefined && value.type !== "NoneType" && !isWanted(value);
  })?.[0];
}

export function isTextOrNone(value: PyValue): boolean {
  return textOf(value) !== undefined;
}

export function isTextUpTo(value: PyValue, max: number): boolean {
  const text = textOf(value);
  return text !== undefined && codePointLength(text) <= max;
}

export function isTextList(value: PyValue): boolean {
  return value.type === "list" && value.items.every((item) => textOf(item) !== undefined);
}

/** A mapping of text keys; of text values too if `strict`. */
export function isTextMap(value: PyValue, strict: boolean): boolean {
  return (
    value.type === "dict" &&
    value.entries.every(([key, item]) => textOf(key) !== undefined && (!strict || textOf(item) !== undefined))
  );
}

/** What pydantic reads as a boolean. */
export function isBoolean(value: PyValue): boolean {
  if (value.type === "int") return value.value === 0n || value.value === 1n;
  if (value.type === "float") return value.value === 0 || value.value === 1;
  if (value.type === "str") return /^(?:0|off|f|false|n|no|1|on|t|true|y|yes)$/i.test(value.value);
  return value.type === "bool";
}
