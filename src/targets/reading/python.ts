import { onceForEach } from "../../core/once.ts";
import { decodeUtf8 } from "../../dialects/python/decode.ts";
import { strip, universalNewlines } from "../../dialects/python/text.ts";
import type { PyValue, PyYamlResult } from "../../dialects/python/value.ts";
import { loadPyYaml } from "../../yaml/theirs/pyyaml.ts";
import { excessOf } from "../../yaml/theirs/value-reader.ts";
import { cSafeLoaderFlavour, pyYamlFlavour, snakeYamlFlavour } from "../../yaml/theirs/libyaml/flavour.ts";
import type { LoadResult } from "../../model/loader.ts";

/** The skill is not loaded, or it is not known. */
export type Unloaded = Exclude<LoadResult, { readonly loads: true }>;

export function refuse(reason: string, said?: string): Unloaded {
  return { loads: false, reason, ...(said !== undefined && { said }) };
}

/** `open(path, encoding="utf-8").read()`: UTF-8 without a fault, with LF as the only end of a line. */
export function readTextFile(bytes: Uint8Array): string | Unloaded {
  const decoded = decodeUtf8(bytes);
  return "text" in decoded
    ? universalNewlines(decoded.text)
    : refuse("SKILL.md is not UTF-8", decoded.failure);
}

const flavours = { python: pyYamlFlavour, c: cSafeLoaderFlavour, snake: snakeYamlFlavour } as const;

/** The entries of a mapping whose keys are strings. */
export type PyFields = ReadonlyMap<string, PyValue>;

export interface PyMapping {
  readonly fields: PyFields;
  /** Whether all keys are strings. */
  readonly textKeys: boolean;
}

export type PyMappingRead =
  | { readonly outcome: "mapping"; readonly mapping: PyMapping }
  /** The text is another value, such as None if it is empty. */
  | { readonly outcome: "other"; readonly value: PyValue }
  /** `crash`: another exception than YAMLError, such as ValueError for an impossible date. */
  | { readonly outcome: "error"; readonly crash: boolean; readonly message: string }
  | { readonly outcome: "unknown"; readonly reason: string };

/**
 * `yaml.safe_load(text)` in Python; "c" is `CSafeLoader`, "snake" is SnakeYAML 1.33 in Java, which is derived from
 * PyYAML.
 */
export function readMapping(text: string, loader: keyof typeof flavours = "python"): PyMappingRead {
  const excess = excessOf(text);
  if (excess !== undefined) return { outcome: "unknown", reason: excess };
  return toMapping(loadPyYaml(text, flavours[loader]));
}

const toMapping = onceForEach((result: PyYamlResult): PyMappingRead => {
  if (result.outcome !== "value")
    return { outcome: "error", crash: result.outcome === "crash", message: result.message };
  const { value } = result;
  if (value.type !== "dict") return { outcome: "other", value };
  const entries = value.entries.flatMap(([key, item]) =>
    key.type === "str" ? [[key.value, item] as const] : [],
  );
  return {
    outcome: "mapping",
    mapping: { fields: new Map(entries), textKeys: entries.length === value.entries.length },
  };
});

/** The mapping, or why a client that needs one does not load the skill. */
export function requireMapping(read: PyMappingRead, invalid = "", other?: string): PyMapping | Unloaded {
  if (read.outcome === "mapping") return read.mapping;
  if (read.outcome === "unknown") return { loads: "unknown", reason: read.reason };
  return read.outcome === "error"
    ? refuse("frontmatter is not valid YAML", read.crash ? read.message : `${invalid}${read.message}`)
    : refuse("frontmatter is not a mapping", other);
}

export function isUnloaded(value: object): value is Unloaded {
  return "loads" in value;
}

/** The first code points of a text. */
export function firstPoints(text: string, count: number): string {
  return text.length <= count ? text : Array.from(text).slice(0, count).join("");
}

export const longestName = 64;
export const longestDescription = 1024;

/** Lower-case ASCII words with single hyphens between them. */
export const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** `str.strip()` of the text, or undefined if the value is no str or blank. */
export function strippedText(value: PyValue | undefined): string | undefined {
  return value?.type === "str" ? strip(value.value) || undefined : undefined;
}
