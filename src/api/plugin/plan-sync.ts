import type { JsonNode, JsonObject } from "../../core/json.ts";
import { isPlaceholder, type PluginDeclaration, textsIn, valueOf, withoutBuild } from "../../model/plugin.ts";
import type { SyncField } from "../../model/plugin-sync.ts";
import type { JsonReplacement } from "../../parse/replace-json-values.ts";
import type { DeclaredPlugin } from "../../targets/plugins/plugin-declarations.ts";

/** A value that follows another file. */
export interface PlannedValue extends JsonReplacement {
  readonly file: string;
  readonly from: string;
  /** The path of the key, with ".". */
  readonly key: string;
}

/** Keys of a field that holds an object. */
const parts: Readonly<Partial<Record<SyncField, readonly string[]>>> = { author: ["name", "email", "url"] };

/** What an entry repeats of its plugin. Its other texts are those of the catalog. */
const entryFields: readonly SyncField[] = ["name", "version"];

/**
 * The values in which the texts that declare a plugin differ from one of them. A value that a file leaves out, or that
 * has another form there, stays as it is.
 */
export function planSync(
  { manifests, entries }: DeclaredPlugin,
  source: PluginDeclaration,
  fields: readonly SyncField[],
): readonly PlannedValue[] {
  const isEntry = (text: PluginDeclaration): boolean => entries.some(({ object }) => object === text.object);
  return [...manifests, ...entries]
    .filter((text) => text.object !== source.object)
    .flatMap((text) => {
      const common =
        isEntry(text) || isEntry(source) ? fields.filter((field) => entryFields.includes(field)) : fields;
      return common.flatMap((field) => differences(field, source, text));
    });
}

/** The objects of the two texts in which a key is compared. */
interface Compared {
  readonly from: JsonObject;
  readonly to: JsonObject;
  readonly files: Pick<PlannedValue, "file" | "from">;
}

function differences(
  field: SyncField,
  source: PluginDeclaration,
  text: PluginDeclaration,
): readonly PlannedValue[] {
  const files = { file: text.file, from: source.file };
  const inner = parts[field];
  if (!inner) return difference(field, field, { from: source.object, to: text.object, files });
  const [from, to] = [objectAt(source.object, field), objectAt(text.object, field)];
  return from && to ? inner.flatMap((key) => difference(`${field}.${key}`, key, { from, to, files })) : [];
}

function difference(path: string, key: string, { from, to, files }: Compared): readonly PlannedValue[] {
  const value = readable(valueOf(from, key));
  const node = valueOf(to, key);
  const old = readable(node);
  if (!node || value === undefined || old === undefined || Array.isArray(value) !== Array.isArray(old))
    return [];
  if (JSON.stringify(value) === JSON.stringify(old)) return [];
  return key === "version" && isLeftAlone(value, old) ? [] : [{ ...files, key: path, node, value }];
}

/** A text, or a list of texts; undefined for anything else. */
function readable(node: JsonNode | undefined): string | readonly string[] | undefined {
  if (node?.kind === "string") return node.value;
  const texts = textsIn(node);
  return node?.kind === "array" && texts.length === node.items.length
    ? texts.map(({ value }) => value)
    : undefined;
}

function objectAt(object: JsonObject, key: string): JsonObject | undefined {
  const value = valueOf(object, key);
  return value?.kind === "object" ? value : undefined;
}

/** Versions that a release fills in, or that differ only in what does not count. */
function isLeftAlone(...versions: readonly (string | readonly string[])[]): boolean {
  const texts = versions.filter((each) => typeof each === "string");
  return texts.some(isPlaceholder) || new Set(texts.map(withoutBuild)).size === 1;
}
