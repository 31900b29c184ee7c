import { toQuoted } from "../../core/yaml-scalar.ts";
import type { PyValue } from "../../dialects/python/value.ts";
import { loadPyYaml } from "../../dialects/pyyaml/pyyaml.ts";

export interface CutDocument {
  readonly frontmatter: string;
  readonly body: string;
}

export interface Metadata {
  /** Empty where it is absent, or no text. */
  readonly name: string;
  readonly description: string;
  readonly disableModelInvocation: boolean;
  /** It is YAML only with its values in quotes. */
  readonly mended: boolean;
}

const opening = /^---[ \t]*\r?\n/;
const closing = /^---[ \t]*\r?(?:\n|$(?![\s\S]))/m;

/** Whether a file's beginning holds all of its frontmatter, or shows that it has none. */
export function holdsFrontmatter(text: string): boolean {
  const start = opening.exec(text);
  // Dashes at the end of what was read may go on.
  return start ? /^---[ \t]*\r?\n/m.test(text.slice(start[0].length)) : text.length > 0;
}

/** "---" at the start, "---" after it, and what lies between; undefined where one is missing. */
export function cutDocument(text: string): CutDocument | undefined {
  const start = opening.exec(text);
  if (!start) return undefined;
  const rest = text.slice(start[0].length);
  const end = closing.exec(rest);
  return end
    ? { frontmatter: rest.slice(0, end.index), body: rest.slice(end.index + end[0].length).trim() }
    : undefined;
}

/** The guide does not say which YAML; PyYAML's is what most of its readers use. `problem` is in the parser's own words. */
export function readMetadata(frontmatter: string): Metadata | { readonly problem: string } {
  const strict = readMapping(frontmatter);
  if (!("problem" in strict)) return toMetadata(strict.entries, false);
  const mended = readMapping(quoteColons(frontmatter));
  return "problem" in mended ? strict : toMetadata(mended.entries, true);
}

type Entries = readonly (readonly [PyValue, PyValue])[];

function readMapping(text: string): { readonly entries: Entries } | { readonly problem: string } {
  const read = loadPyYaml(text);
  if (read.outcome !== "value") return { problem: read.outcome === "error" ? read.problem : read.message };
  return read.value.type === "dict"
    ? { entries: read.value.entries }
    : { problem: "it is no mapping of keys to values" };
}

/** The guide's cure for the commonest slip: a value with a colon in it, written without quotes. */
function quoteColons(text: string): string {
  return text.replace(/^([A-Za-z_][\w-]*:[ \t]+)([^\s"'|>[{].*)$/gm, (line, key: string, value: string) =>
    /:(?:\s|$)/.test(value) ? key + toQuoted(value) : line,
  );
}

function toMetadata(entries: Entries, mended: boolean): Metadata {
  const field = (key: string): string =>
    toText(entries.find(([name]) => name.type === "str" && name.value === key)?.[1]).trim();
  return {
    name: field("name"),
    description: field("description"),
    disableModelInvocation: field("disable-model-invocation").toLowerCase() === "true",
    mended,
  };
}

function toText(value: PyValue | undefined): string {
  switch (value?.type) {
    case "str":
    case "int":
    case "float":
    case "bool":
    case "date":
    case "datetime":
      return String(value.value);
    default:
      return "";
  }
}
