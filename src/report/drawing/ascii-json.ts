import { asciiOnly } from "../../core/ascii-only.ts";

/** Items of a JSON array that are computed one after another, when they are written. */
export class Items {
  readonly items: () => Iterable<unknown>;

  constructor(items: () => Iterable<unknown>) {
    this.items = items;
  }
}

/**
 * The pieces of `asciiJson(value)`, so that a long report is never in memory as a whole. Objects and arrays down to
 * `depth` are taken apart; what is below them, and each item of `Items`, is one piece.
 */
export function* jsonPieces(value: object, depth: number): Generator<string> {
  yield* take(value, "", depth);
  yield "\n";
}

function* take(value: unknown, indent: string, depth: number): Generator<string> {
  const isList = value instanceof Items || Array.isArray(value);
  if (typeof value !== "object" || value === null || (depth === 0 && !(value instanceof Items))) {
    yield whole(value, indent);
    return;
  }
  const inner = `${indent}  `;
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  let isEmpty = true;
  for (const [key, item] of membersOf(value)) {
    yield `${isEmpty ? open : ","}\n${inner}${key}`;
    yield* take(item, inner, value instanceof Items ? 0 : depth - 1);
    isEmpty = false;
  }
  yield isEmpty ? open + close : `\n${indent}${close}`;
}

/** Each member with what precedes its value. An undefined member of an object is left out. */
function* membersOf(value: object): Generator<readonly [key: string, value: unknown]> {
  if (value instanceof Items) for (const item of value.items()) yield ["", item];
  else if (Array.isArray(value)) for (const item of value) yield ["", item];
  else
    for (const [key, item] of Object.entries(value))
      if (item !== undefined) yield [`${asciiOnly(JSON.stringify(key))}: `, item];
}

/** A line break in JSON is never within a string. */
function whole(value: unknown, indent: string): string {
  const text = asciiOnly(JSON.stringify(value ?? null, null, 2));
  return indent === "" ? text : text.replaceAll("\n", `\n${indent}`);
}

/** The value as JSON in pure ASCII, with a trailing newline. */
export function asciiJson(value: unknown): string {
  return `${asciiOnly(JSON.stringify(value, null, 2))}\n`;
}
