import { isObject } from "../../core/is-object.ts";
import { decodeUtf8Loosely } from "../../core/utf8.ts";
import { readYaml2Document, type YamlDocument } from "../../yaml/theirs/js/yaml.ts";
import type { YamlRead } from "../../yaml/theirs/value-reader.ts";
import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { unixLines, withoutBom } from "../reading/decode.ts";
import { splitAtLines } from "../reading/fences.ts";
import { restOfLine } from "../reading/lines.ts";
import { escapeXml, listedAs } from "../reading/catalog-text.ts";
import { notLoaded, unknownLoad } from "../reading/outcomes.ts";

const roots: RootRules = {
  evidence: "live",
  project: [],
  user: [
    "~/.openclaw/workspace/skills",
    "~/.openclaw/workspace/.agents/skills",
    "~/.agents/skills",
    "~/.openclaw/skills",
  ],
  variables: { OPENCLAW_STATE_DIR: "~/.openclaw" },
  above: "cwd",
  depth: 6,
  insideSkills: false,
  hidden: false,
  rootItself: "hides-below",
  // Only the roots of the user, not those of a workspace; read in that pull request, not asked of a started client.
  linkedDirectories: ["~/.agents/skills", "~/.openclaw/skills"],
  linkedFiles: false,
  duplicates: [
    ["~/.openclaw/workspace/skills"],
    ["~/.openclaw/workspace/.agents/skills"],
    ["~/.agents/skills"],
    ["~/.openclaw/skills"],
  ],
};

/** OpenClaw: YAML, in which an unquoted description may be any text; a line reader fills in what YAML does not give. */
export const openclaw: Client = {
  id: "openclaw",
  title: "OpenClaw",
  reach: "niche",
  order: 100,
  versions: [
    {
      version: "2026.9.6",
      versions: ">=2026.9.6",
      evidence: "live",
      sources: [
        "npm openclaw 2026.9.6 src/skills/loading/local-loader.ts",
        "npm openclaw 2026.9.6 packages/markdown-core/src/frontmatter.ts",
        "https://github.com/openclaw/openclaw/pull/81672",
      ],
      checked: "2026-11-22",
      roots,
      load,
    },
  ],
};

const maxBytes = 256_000;

/** All values as text, as the client keeps them. */
type Fields = ReadonlyMap<string, string>;

function load({ directory, bytes }: LoadInput): LoadResult {
  if (bytes.length > maxBytes)
    return notLoaded(`SKILL.md has more than ${maxBytes.toLocaleString("en")} bytes`);
  const text = unixLines(withoutBom(decodeUtf8Loosely(bytes)));
  const split = splitAtLines(text);
  if (split === "open" && text.includes("\n"))
    return notLoaded(
      "frontmatter is not closed",
      "invalid frontmatter: UNTERMINATED_FRONTMATTER: missing closing --- delimiter",
    );
  const read = readFields(typeof split === "object" ? split.frontmatter : "");
  if (read.outcome === "unknown") return unknownLoad(read.reason);
  if (read.outcome === "error")
    return notLoaded("frontmatter is not valid YAML", `invalid frontmatter: ${read.message}`);
  const fields = read.fields;
  const name = fields.get("name")?.trim() || directory.trim();
  const description = fields.get("description")?.trim();
  if (!description) return notLoaded("description is missing", "description is required");
  return {
    loads: true,
    name,
    description,
    ...listedAs(escapeXml(description), description),
    ...(isTrue(fields.get("disable-model-invocation")) && { hidden: true }),
  };
}

function isTrue(text = ""): boolean {
  return ["true", "1", "yes", "on"].includes(text.trim().toLowerCase());
}

type FieldsRead =
  | { readonly outcome: "fields"; readonly fields: Fields }
  | Exclude<YamlRead, { readonly outcome: "value" }>;

/** Once as written, and up to three times with a free text quoted at which YAML failed. */
function readFields(block: string): FieldsRead {
  if (block === "") return { outcome: "fields", fields: new Map() };
  const lines = readLines(block);
  let [attempt, read] = [block, readOnce(block, lines)];
  for (let repairs = 0; repairs < freeTexts.length && read.outcome === "error"; repairs++) {
    const repaired = readYaml2Document(attempt, (document) => repairedAt(attempt, document));
    if (repaired.outcome !== "value" || repaired.value === undefined) return read;
    attempt = String(repaired.value);
    read = readOnce(attempt, lines);
  }
  return read;
}

function readOnce(block: string, lines: Fields): FieldsRead {
  let fields: Fields | undefined;
  const read = readYaml2Document(block, (document) => {
    const [error] = document.errors;
    if (error) return `${error.code}: ${error.message}`;
    if (!document.keys) return "INVALID_ROOT: frontmatter must be a YAML mapping";
    fields = merged(block, document, lines);
    return undefined;
  });
  if (fields) return { outcome: "fields", fields };
  if (read.outcome === "unknown") return read;
  return {
    outcome: "error",
    message: read.outcome === "error" ? `YAML_EXCEPTION: ${read.message}` : String(read.value),
  };
}

/** YAML's values, but the line as written for a list or mapping whose line has a colon in the value. */
function merged(block: string, { keys = [], value }: YamlDocument, lines: Fields): Fields {
  const withColon = new Set(
    keys.flatMap(({ at }) => {
      if (at === undefined) return [];
      const line = lineAt(block, at);
      const key = /^[\w-]+(?=:)/.exec(line)?.[0];
      return key !== undefined && line.slice(key.length + 1).includes(":") ? [key] : [];
    }),
  );
  const fields = new Map<string, string>();
  const values = value();
  for (const [rawKey, each] of Object.entries(isObject(values) ? values : {})) {
    const key = rawKey.trim();
    const line = lines.get(key);
    const structured = typeof each === "object" && each !== null;
    const text = structured && withColon.has(key) && line !== undefined ? line : fieldText(each);
    if (key !== "" && text !== undefined) fields.set(key, text);
  }
  for (const [key, line] of lines) if (!fields.has(key)) fields.set(key, line);
  return fields;
}

function fieldText(value: unknown): string | undefined {
  if (typeof value === "string") return value.trim();
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "object" && value !== null ? JSON.stringify(value) : undefined;
}

function lineAt(text: string, at: number): string {
  const end = text.indexOf("\n", at);
  return text.slice(at, end === -1 ? text.length : end);
}

const freeTexts: readonly string[] = ["description", "read_when", "summary"];

/** The block with the value quoted in whose line the first error is; undefined if it is not a free text. */
function repairedAt(block: string, { errors, keys }: YamlDocument): string | undefined {
  const error = errors[0];
  const position = error?.at ?? keys?.find(({ text, aliased }) => text === "description" && aliased)?.at;
  if (!keys || position === undefined) return undefined;
  const start = block.lastIndexOf("\n", position) + 1;
  const line = lineAt(block, start);
  const key = /^(?:[\w-]+(?=:)|"[\w-]+"(?=:)|'[\w-]+'(?=:))/.exec(line)?.[0];
  if (key === undefined) return undefined;
  const name = key.replace(/["']/g, "");
  const value = restOfLine(line.slice(key.length + 1));
  if (!value || !freeTexts.includes(name) || !keys.some(({ text, at }) => text === name && at === start))
    return undefined;
  const colon = error?.code === "BLOCK_AS_IMPLICIT_KEY" && value.includes(": ");
  if ((name !== "description" && !colon) || /^[|>](?:[1-9][+-]?|[+-][1-9]?)?$/.test(value)) return undefined;
  const quoted = `${name}: ${JSON.stringify(withoutQuotes(value))}`;
  return block.slice(0, start) + quoted + block.slice(start + line.length);
}

function withoutQuotes(text: string): string {
  return /^["']/.test(text) && text.at(-1) === text[0] ? text.slice(1, -1) : text;
}

/** "key: value" lines; an empty value takes the indented lines after it. */
function readLines(block: string): Fields {
  const fields = new Map<string, string>();
  const lines = block.split("\n");
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const key = /^[\w-]+(?=:)/.exec(line)?.[0];
    let value = key === undefined ? undefined : restOfLine(line.slice(key.length + 1));
    if (key === undefined || value === undefined) continue;
    if (value === "" && /^[ \t]/.test(lines[index + 1] ?? "")) {
      const start = index + 1;
      while (index + 1 < lines.length && /^(?:[ \t]|$)/.test(lines[index + 1] ?? "")) index++;
      value = lines
        .slice(start, index + 1)
        .join("\n")
        .trim();
    } else value = withoutQuotes(value);
    if (value !== "") fields.set(key, value);
  }
  return fields;
}
