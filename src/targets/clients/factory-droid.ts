import { isObject } from "../../core/is-object.ts";
import { decodeUtf8Loosely } from "../../core/utf8.ts";
import { readJsYaml4 } from "../../yaml/theirs/js/js-yaml.ts";
import type { CatalogRules, DescriptionCut } from "../../model/client-catalog.ts";
import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { splitFenced, withoutNewline } from "../reading/fences.ts";
import { cutUnits, listedAs } from "../reading/catalog-text.ts";
import { notLoaded, unknownLoad } from "../reading/outcomes.ts";

const roots: RootRules = {
  evidence: "live",
  project: [".factory/skills", ".agents/skills", ".agent/skills"],
  user: ["~/.factory/skills", "~/.agents/skills"],
  variables: { FACTORY_HOME_OVERRIDE: "~" },
  above: "up-to-root",
  depth: 4,
  deeper: "unknown",
  insideSkills: false,
  hidden: true,
  packages: true,
  rootItself: "ignored",
  linkedDirectories: true,
  linkedFiles: true,
  duplicates: [
    [".factory/skills"],
    [".agents/skills", ".agent/skills", "~/.factory/skills", "~/.agents/skills"],
  ],
};

const cut: DescriptionCut = { max: 1024, unit: "utf-16", ellipsis: "…" };

const catalog: CatalogRules = {
  order: { by: "directory", compare: "code-units" },
  cut,
  format: {
    before: "Available skills (invoke by exact name when its description matches the request):\n",
    after: "",
    separator: "\n",
    entry: ({ name }, description) => (description ? `${name}: ${description}` : name),
  },
  budget: { overflow: "fill", unit: "utf-16", limit: 15_000, own: 5_276, assumes: "a custom model" },
};

/** Factory Droid: YAML or lines; fields of a wrong type disable a skill, a bad name or no body makes it invalid. */
export const factoryDroid: Client = {
  id: "factory-droid",
  title: "Factory Droid",
  reach: "niche",
  order: 120,
  versions: [
    {
      version: "0.215.0",
      versions: ">=0.215.0",
      evidence: "live",
      sources: ["npm droid 0.215.0"],
      checked: "2026-11-23",
      roots,
      takesArguments: "in-body",
      load,
      catalog,
    },
  ],
};

type Fields = Readonly<Record<string, unknown>>;

function load({ directory, bytes, args }: LoadInput): LoadResult {
  const split = splitFenced(decodeUtf8Loosely(bytes));
  if (!split) return notLoaded("frontmatter is missing", `Error: Skill "${directory}" not found`);
  const read = readJsYaml4(split.frontmatter);
  if (read.outcome === "unknown") return unknownLoad(read.reason);
  const hasFields = read.outcome === "value" && typeof read.value === "object" && read.value !== null;
  const fields: Fields = hasFields ? Object(read.value) : readLines(split.frontmatter);
  const { name, description } = fields;
  if (typeof name !== "string")
    return notLoaded(
      name === undefined ? "name is missing" : "name is not a string",
      `Error: Skill "${directory}" not found`,
    );
  const body = withoutNewline(split.body).trim();
  const invalid = invalidity(name, body);
  if (invalid) return notLoaded(invalid.reason, `Error: Skill "${name}" is invalid: ${invalid.said}`);
  const problem = wrongType(fields);
  if (problem !== undefined || typeof description !== "string" || fields["enabled"] === false)
    return notLoaded(problem ?? "enabled is false", `Error: Skill "${name}" is disabled`);
  return {
    loads: true,
    name,
    description,
    ...listedAs(listed(description), description),
    body: args === undefined ? `${body}\n` : called(body, args.trim()),
    ...(fields["disable-model-invocation"] === true && { hidden: true }),
  };
}

/** The message of `/name …`, from the body to its end. */
function called(body: string, args: string): string {
  const message = `${body}\n</skill>\n</system-notification>`;
  return args === "" ? message : `${message}\n\n${args}`;
}

function invalidity(name: string, body: string): { reason: string; said: string } | undefined {
  if (name === "") return { reason: "name is empty", said: "Skill must have a name" };
  if (!/^[a-z0-9-]+$/.test(name))
    return {
      reason: "name has characters other than lower-case letters, digits and hyphens",
      said: "Skill name must contain only lowercase letters, numbers, and hyphens",
    };
  if (!/[a-z0-9]/.test(name))
    return {
      reason: "name has no letter or digit",
      said: "Skill name must contain at least one letter or number",
    };
  return body === "" ? { reason: "the body is empty", said: "Skill must have a system prompt" } : undefined;
}

const isText = (value: unknown): boolean => typeof value === "string";
const isFlag = (value: unknown): boolean => typeof value === "boolean";
const isTextOrList = (value: unknown): boolean =>
  isText(value) || (Array.isArray(value) && value.every(isText));

/** Optional fields, but null is none of their values. */
const types: Readonly<Record<string, { readonly is: (value: unknown) => boolean; readonly name: string }>> = {
  description: { is: isText, name: "a string" },
  license: { is: isText, name: "a string" },
  compatibility: { is: isText, name: "a string" },
  metadata: { is: (value) => isObject(value) && !(value instanceof Date), name: "a mapping" },
  "allowed-tools": { is: isTextOrList, name: "a string or a list of strings" },
  tools: { is: isTextOrList, name: "a string or a list of strings" },
  enabled: { is: isFlag, name: "a boolean" },
  "user-invocable": { is: isFlag, name: "a boolean" },
  "disable-model-invocation": { is: isFlag, name: "a boolean" },
};

function wrongType(fields: Fields): string | undefined {
  if (fields["description"] === undefined) return "description is missing";
  const wrong = Object.entries(types).find(([key, { is }]) => fields[key] !== undefined && !is(fields[key]));
  return wrong && `${wrong[0]} is not ${wrong[1].name}`;
}

/** On one line, cut, and without the tags that the client writes itself. */
function listed(description: string): string {
  const plain = description.replace(/<(\/?system-(?:reminder|notification))>/g, "&lt;$1&gt;");
  const line = plain.replace(/\s+/g, " ").trim() || "No description provided";
  return cutUnits(line, cut.max, cut.ellipsis);
}

/** Every line with a colon, whatever its indentation. */
function readLines(frontmatter: string): Fields {
  const fields = new Map<string, unknown>();
  let list: string[] | undefined;
  for (const raw of frontmatter.split("\n")) {
    const line = raw.trim();
    const colon = line.indexOf(":");
    if (line === "" || line.startsWith("#")) continue;
    if (list && line.startsWith("- ")) list.push(withoutQuotes(line.slice(2).trim()));
    else if (colon !== -1) {
      const key = line.slice(0, colon).trim();
      const value = withoutQuotes(line.slice(colon + 1).trim());
      list = isList(key) && value === "" ? [] : undefined;
      fields.set(key, list ?? valueOf(key, value));
    }
  }
  return Object.fromEntries(fields);
}

function isList(key: string): boolean {
  return key === "tools" || key === "mcpServers";
}

function valueOf(key: string, value: string): unknown {
  const json = /^[[{]/.test(value) ? jsonOf(value) : undefined;
  if (json !== undefined) return json;
  if (value === "true" || value === "false") return value === "true";
  return isList(key) && !value.startsWith("[") ? value.split(",").map((item) => item.trim()) : value;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function withoutQuotes(text: string): string {
  return /^["']/.test(text) && text.at(-1) === text[0] ? text.slice(1, -1) : text;
}
