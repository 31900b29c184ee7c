// The readers of frontmatter that fixes are held against: YAML libraries, and every reader that the program models.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { bundle } from "../build/bundle.js";

const source = fileURLToPath(new URL("../src/", import.meta.url));
const entry = `
export { quickValidate } from "${source}clients/quick-validate.ts";
export { loadStrictYaml } from "${source}dialects/strictyaml.ts";
export { cutDocument as cutAgentskills, readMetadata as readAgentskills } from "${source}harness/systems/agentskills-frontmatter.ts";
export { cutDocument as cutAgio, readFrontmatter as readAgio } from "${source}harness/systems/agio-frontmatter.ts";
export { parseHarness9 } from "${source}harness/systems/harness9-frontmatter.ts";
export { parseSubset } from "${source}harness/systems/react-actions-frontmatter.ts";
export { cutFrontmatter as cutSpring, readMetadata as readSpring } from "${source}harness/systems/spring-ai-alibaba-frontmatter.ts";
`;
const fences = /^\ufeff?\s*---[ \t]*\r?\n([\s\S]*?)^---[ \t]*\r?$/m;

/** Of each reader what it makes of the text of a SKILL.md: its fields as a plain object, or undefined where it reads none. `jsYaml` is where js-yaml is installed. */
export async function frontmatterReaders(jsYaml) {
  const models = await bundledModels();
  const cut = (text) => fences.exec(text)?.[1];
  const ofYaml = (read) => (text) => {
    const frontmatter = cut(text);
    return frontmatter === undefined ? undefined : asObject(attempt(() => read(frontmatter)));
  };
  const readers = new Map([
    ["yaml", ofYaml((text) => parse(text, { logLevel: "error" }))],
    ["StrictYAML (model)", ofYaml((text) => plainResult(models.loadStrictYaml(text)))],
    ["quick_validate.py (model)", (text) => plainMap(models.quickValidate(Buffer.from(text)).fields)],
    ["agentskills (model)", ofCut(models.cutAgentskills, models.readAgentskills)],
    ["agio (model)", (text) => plainMap(ofCut(models.cutAgio, models.readAgio)(text))],
    ["harness9 (model)", (text) => withoutBody(models.parseHarness9(text))],
    ["react-actions (model)", (text) => plainMap(models.parseSubset(text, false).fields)],
    [
      "spring-ai-alibaba (model)",
      (text) => {
        const frontmatter = models.cutSpring(text);
        return frontmatter === undefined ? undefined : withoutProblem(models.readSpring(frontmatter, "a"));
      },
    ],
  ]);
  if (jsYaml) {
    const { load } = createRequire(path.resolve(jsYaml, "package.json"))("js-yaml");
    readers.set("js-yaml", ofYaml(load));
  }
  return readers;
}

async function bundledModels() {
  const place = mkdtempSync(path.join(tmpdir(), "bench-readers-"));
  try {
    const input = path.join(place, "readers.ts");
    writeFileSync(input, entry);
    const file = path.join(place, "readers.mjs");
    await bundle({ readers: input }, { dir: place, format: "es", entryFileNames: "readers.mjs" });
    return await import(file);
  } finally {
    rmSync(place, { recursive: true });
  }
}

function ofCut(cut, read) {
  return (text) => {
    const document = cut(text);
    return document ? withoutProblem(read(document.frontmatter)) : undefined;
  };
}

/** What a model says in place of values, where it takes none, is a sentence or has one. */
function withoutProblem(result) {
  if (typeof result === "string" || (!(result instanceof Map) && "problem" in result)) return undefined;
  if (result instanceof Map) return result;
  const { warnings: _, mended: __, ...values } = result;
  return values;
}

function withoutBody({ body: _, ...values }) {
  return values.name === "" && values.description === "" ? undefined : values;
}

function attempt(read) {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function asObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? value : undefined;
}

function plainMap(map) {
  return map && Object.fromEntries(Array.from(map, ([key, value]) => [key, plain(value)]));
}

function plainResult(result) {
  return result.outcome === "value" ? plain(result.value) : undefined;
}

/** A value of Python as one of JSON, with its type where that would be lost. */
function plain(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
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
