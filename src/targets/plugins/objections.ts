import type { JsonNode, JsonObject } from "../../core/json.ts";
import { memberOf } from "../../core/json.ts";
import { quote } from "../../core/show.ts";
import type { Range } from "../../core/place.ts";
import type { Manifest, PluginAnswer, PluginObjection } from "../../model/plugin.ts";

/** Collects objections to one file. */
export interface Objector {
  readonly file: string;
  readonly list: PluginObjection[];
  /** Adds an objection; `key` is the first key of its path. */
  say(key: string, range: Range | undefined, message: string): void;
}

/** Starts a list of objections to a file. */
export function objectTo(file: string): Objector {
  return objectAs({ file, list: [] }, {});
}

/** An objector that adds to the list of another what only a validator refuses, or what costs only a part or an entry. */
export function objectAs(
  { file, list }: Pick<Objector, "file" | "list">,
  effect: Pick<PluginObjection, "validator" | "partial" | "entry">,
): Objector {
  return {
    file,
    list,
    say: (key, range, message) => void list.push({ key, file, range, message, ...effect }),
  };
}

/** The objection to a file that JSON.parse refuses, or whose root is no object. */
export function unreadable({ path, broken, root, source }: Manifest): PluginObjection | undefined {
  const target = broken && linkTarget(source?.text ?? "");
  if (broken)
    return {
      key: "json",
      file: path,
      range: broken.range,
      message:
        target === undefined
          ? broken.message
          : `the file holds only the path ${quote(target, 60)}; commit a symlink, or a copy of that file`,
    };
  return root?.kind === "object"
    ? undefined
    : { key: "root", file: path, range: root?.range, message: "the manifest is not an object" };
}

/** What a file holds in place of JSON if it was a symlink and was committed where there are none. */
function linkTarget(text: string): string | undefined {
  const path = text.trim();
  return /^[^\s{}[\]"]{1,300}\.json$/.test(path) && path.includes("/") ? path : undefined;
}

/** Kinds of values, by a word for messages. */
const kinds = {
  "a text": (node: JsonNode) => node.kind === "string",
  "an object": (node: JsonNode) => node.kind === "object",
  "a list": (node: JsonNode) => node.kind === "array",
  "a boolean": (node: JsonNode) => node.kind === "boolean",
  "a list of texts": (node: JsonNode) =>
    node.kind === "array" && node.items.every(({ kind }) => kind === "string"),
  "a text or a list of texts": (node: JsonNode) =>
    node.kind === "string" || (node.kind === "array" && node.items.every(({ kind }) => kind === "string")),
} as const;

export type ValueKind = keyof typeof kinds;

/** Objects to a present value of another kind; returns the value if it has the kind. */
export function requireKind(
  object: JsonObject,
  key: string,
  kind: ValueKind,
  { say, path = key, required = false }: Pick<Objector, "say"> & { path?: string; required?: boolean },
): JsonNode | undefined {
  const value = memberOf(object, key)?.value;
  const first = path.split(/[.[]/, 1)[0]!;
  if (!value) {
    if (required) say(first, object.range, `\`${path}\` is missing`);
    return undefined;
  }
  if (kinds[kind](value)) return value;
  say(first, value.range, `\`${path}\` is not ${kind}`);
  return undefined;
}

/** The answer about a directory that is a plugin and lists plugins. */
export function withMarketplace(listed: PluginAnswer, plugin: PluginAnswer): PluginAnswer {
  return {
    ...plugin,
    refusals: [...listed.refusals, ...plugin.refusals],
    losses: [...listed.losses, ...plugin.losses],
  };
}
