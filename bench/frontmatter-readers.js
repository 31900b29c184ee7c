// The frontmatter readers that fixes are tested with: YAML libraries, and every modeled reader.
import { createRequire } from "node:module";
import path from "node:path";
import { parse } from "yaml";
import { importSource } from "./source.js";

/** @typedef {Readonly<Record<string, unknown>>} Fields */
/** @typedef {(text: string) => Fields | undefined} Reader Returns the fields of a SKILL.md, or undefined if it cannot read them. */
/** @typedef {import("../src/dialects/python/value.ts").PyValue} PyValue */

const fences = /^\ufeff?\s*---[ \t]*\r?\n([\s\S]*?)^---[ \t]*\r?$/m;

/** The readers by name; `jsYaml` is the directory where js-yaml is installed. @param {string | undefined} jsYaml */
export async function frontmatterReaders(jsYaml) {
  /** @type {typeof import("./frontmatter-models.js")} */
  const models = await importSource("bench/frontmatter-models.js");
  /** @type {Map<string, Reader>} */
  const readers = new Map([
    ["yaml", ofYaml((text) => parse(text, { logLevel: "error" }))],
    ["StrictYAML (model)", ofYaml((text) => plainResult(models.loadStrictYaml(text)))],
    ["quick_validate.py (model)", (text) => plainMap(models.quickValidate(Buffer.from(text)).fields)],
    [
      "agentskills (model)",
      (text) => withoutProblem(models.readFrontmatter(text, models.agentskills)?.values),
    ],
    ["agio (model)", (text) => agioFields(models.readFrontmatter(text, models.agio)?.values)],
    ["harness9 (model)", (text) => lineFields(models.readFrontmatter(text, models.harness9)?.values)],
    ["react-actions (model)", (text) => subsetFields(models.parseSubset(text, false))],
    ["spring-ai-alibaba (model)", (text) => yamlFields(models.readFrontmatter(text, models.spring)?.values)],
  ]);
  if (jsYaml) {
    /** @type {{ load: (text: string) => unknown }} */
    const { load } = createRequire(path.resolve(jsYaml, "package.json"))("js-yaml");
    readers.set("js-yaml", ofYaml(load));
  }
  return readers;
}

/** @param {(frontmatter: string) => unknown} read @returns {Reader} */
function ofYaml(read) {
  return (text) => {
    const frontmatter = fences.exec(text)?.[1];
    return frontmatter === undefined ? undefined : asObject(attempt(() => read(frontmatter)));
  };
}

/** The refusal of a model, in place of values. @param {object | undefined} result @returns {Fields | undefined} */
function withoutProblem(result) {
  return !result || "problem" in result ? undefined : { ...result };
}

/** @param {import("../src/harness/skill-document.ts").YamlValues | undefined} result */
function yamlFields(result) {
  return result?.outcome === "map" ? plainMap(result.fields) : undefined;
}

/** @param {string | ReadonlyMap<string, PyValue> | undefined} result */
function agioFields(result) {
  return typeof result === "string" ? undefined : plainMap(result);
}

/** @param {ReturnType<typeof import("./frontmatter-models.js").parseSubset>} result @returns {Fields | undefined} */
function subsetFields(result) {
  return "fields" in result ? Object.fromEntries(result.fields) : undefined;
}

/** @param {ReadonlyMap<string, string> | undefined} fields @returns {Fields | undefined} */
function lineFields(fields) {
  return fields?.get("name") || fields?.get("description") ? Object.fromEntries(fields) : undefined;
}

/** @param {() => unknown} read */
function attempt(read) {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** @param {unknown} value @returns {Fields | undefined} */
function asObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? { ...value } : undefined;
}

/** @param {ReadonlyMap<string, PyValue> | undefined} map */
function plainMap(map) {
  return map && Object.fromEntries(Array.from(map, ([key, value]) => [key, plain(value)]));
}

/** @param {import("../src/dialects/python/value.ts").StrictYamlResult} result */
function plainResult(result) {
  return result.outcome === "value" ? plain(result.value) : undefined;
}

/** Converts a Python value to JSON, with its type if JSON has no equivalent. @param {PyValue} value @returns {unknown} */
function plain(value) {
  switch (value.type) {
    case "str":
      return value.value;
    case "NoneType":
      return null;
    case "dict":
      return Object.fromEntries(value.entries.map(([key, each]) => [String(plain(key)), plain(each)]));
    case "list":
    case "tuple":
    case "set":
      return value.items.map(plain);
    default:
      return { type: value.type, value: String(value.value) };
  }
}
