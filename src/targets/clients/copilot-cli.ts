import { decodeUtf8Loosely } from "../../core/utf8.ts";
import { readScalar } from "../../yaml/theirs/serde/scalars.ts";
import { readSerdeValue, type SerdeEntries } from "../../yaml/theirs/serde/value.ts";
import { excessOf } from "../../yaml/theirs/value-reader.ts";
import type { CatalogRules } from "../../model/client-catalog.ts";
import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import type { Node } from "../../yaml/theirs/libyaml/nodes.ts";
import { escapeXml } from "../reading/catalog-text.ts";
import { withoutBom } from "../reading/decode.ts";
import { splitAtWanted } from "../reading/fences.ts";
import { trimRust, trimRustEnd } from "../reading/rust.ts";

const roots: RootRules = {
  evidence: "live",
  project: [".github/skills", ".agents/skills", ".claude/skills"],
  user: ["~/.agents/skills", "~/.copilot/skills"],
  variables: { COPILOT_HOME: "~/.copilot" },
  above: "up-to-root",
  depth: 4,
  deeper: "unknown",
  insideSkills: false,
  hidden: false,
  packages: true,
  rootItself: "hides-below",
  linkedDirectories: true,
  linkedFiles: true,
  duplicates: [
    [".github/skills"],
    [".agents/skills", ".claude/skills"],
    ["~/.agents/skills", "~/.copilot/skills"],
  ],
};

const catalog: CatalogRules = {
  order: { by: "name", compare: "code-units" },
  format: {
    before: "<available_skills>\n",
    after: "\n</available_skills>",
    separator: "\n",
    entry: ({ name }, description = "") =>
      [
        "<skill>",
        `  <name>${escapeXml(name)}</name>`,
        `  <description>${escapeXml(description)}</description>`,
        "  <location>project</location>",
        "</skill>",
      ].join("\n"),
    others: (names) => `Additional skills available (invoke by name): ${names.join(", ")}`,
  },
  budget: { overflow: "prefix", unit: "utf-16", limit: 15_000, own: 0, assumes: "skills of a project" },
};

/**
 * Copilot CLI: YAML without repair, then types and lengths. Its source is closed: the rules are what the program did.
 */
export const copilotCli: Client = {
  id: "copilot-cli",
  title: "Copilot CLI",
  reach: "common",
  order: 30,
  versions: [
    {
      version: "1.0.102",
      versions: ">=1.0.102",
      evidence: "live",
      sources: ["npm @github/copilot 1.0.102", "crates.io serde_yaml 0.9.34, unsafe-libyaml 0.2.11"],
      checked: "2026-11-23",
      roots,
      load,
      catalog,
    },
  ],
};

const longestName = 64;
const longestDescription = 1024;

function load({ directory, bytes }: LoadInput): LoadResult {
  const split = splitAtWanted(withoutBom(decodeUtf8Loosely(bytes)), isFence, isFence);
  if (typeof split !== "object")
    return refuse("frontmatter is missing or not closed", "missing or malformed YAML frontmatter");
  const excess = excessOf(split.frontmatter);
  if (excess !== undefined) return { loads: "unknown", reason: excess };
  const read = readSerdeValue(split.frontmatter);
  if (read.outcome === "error")
    return refuse("frontmatter is not valid YAML", `failed to parse YAML frontmatter: ${read.message}`);
  const entries: SerdeEntries = read.entries ?? new Map();
  const name = readName(entries, directory);
  if (typeof name !== "string") return name;
  const description = readDescription(entries, split.body);
  if (typeof description !== "string") return description;
  const disabled = entries.get("disable-model-invocation");
  return (
    checkTypes(entries) ?? {
      loads: true,
      name,
      description,
      body: deliver(split.body),
      ...(disabled?.kind === "scalar" && readScalar(disabled) === true && { hidden: true }),
    }
  );
}

/** Three hyphens, which white space may follow. */
function isFence(line: string): boolean {
  return line.startsWith("---") && trimRustEnd(line) === "---";
}

/** Without blank lines at the start, with line feeds only. */
function deliver(body: string): string {
  return body.replaceAll("\r\n", "\n").replace(/^\s*\n/, "");
}

type Refusal = LoadResult & { readonly loads: false };

function refuse(reason: string, said: string): Refusal {
  return { loads: false, reason, said };
}

const namePattern = /^[A-Za-z0-9][A-Za-z0-9-_.: ]*$/;

/** Spaces in a name become hyphens. */
function readName(entries: SerdeEntries, directory: string): string | Refusal {
  const field = entries.get("name");
  const name = field ? textOf(field) : directory;
  if (name === undefined) return refuse("name is not a string", "Skill name must be a string");
  const trimmed = trimRust(name);
  const wrong = problemOfName(trimmed);
  if (wrong === undefined) return trimmed.replace(/ +/g, "-");
  return field
    ? wrong
    : refuse(
        "name of the directory is not valid",
        "could not derive a valid skill name from the folder path",
      );
}

function problemOfName(name: string): Refusal | undefined {
  if (name === "") return refuse("name is empty", "Skill name must not be empty");
  if (!namePattern.test(name))
    return refuse(
      "name contains invalid characters",
      "Skill name must start with an ASCII letter or number and contain only ASCII letters (a-z, A-Z), numbers, hyphens, underscores, dots, colons, and spaces",
    );
  return name.length > longestName
    ? refuse(
        `name has more than ${longestName} characters`,
        `Skill name must be at most ${longestName} characters`,
      )
    : undefined;
}

function readDescription(entries: SerdeEntries, body: string): string | Refusal {
  const field = entries.get("description");
  const description = field ? textOf(field) : describeBody(body);
  if (description === undefined)
    return refuse("description is not a string", "Skill description must be a string");
  return description.length > longestDescription
    ? refuse(
        "description has more than 1,024 characters",
        `Skill description must be at most ${longestDescription} characters`,
      )
    : description;
}

/** The first three lines that are neither empty nor headings, cut to the greatest length. */
function describeBody(body: string): string {
  const lines = body.split("\n").map(trimRust);
  const text = lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .slice(0, 3)
    .join(" ");
  const cut = text.slice(0, longestDescription);
  return cut.length < text.length && /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

function checkTypes(entries: SerdeEntries): Refusal | undefined {
  const tools = entries.get("allowed-tools");
  if (tools?.kind === "sequence" && !tools.items.every((item) => textOf(item) !== undefined))
    return refuse("allowed-tools is not a list of strings", "allowed-tools must contain only strings");
  if (tools && tools.kind !== "sequence" && textOf(tools) === undefined)
    return refuse(
      "allowed-tools is neither a string nor a list",
      "allowed-tools must be a string or array of strings",
    );
  for (const key of ["user-invocable", "disable-model-invocation"]) {
    const field = entries.get(key);
    if (field && (field.kind !== "scalar" || typeof readScalar(field) !== "boolean"))
      return refuse(`${key} is not a boolean`, `${key} must be a boolean`);
  }
  const hint = entries.get("argument-hint");
  if (!hint || textOf(hint) !== undefined || (hint.kind === "scalar" && readScalar(hint) === null))
    return undefined;
  return refuse("argument-hint is not a string", "argument-hint must be a string");
}

/** Undefined if it is not a string. */
function textOf(node: Node): string | undefined {
  const value = node.kind === "scalar" ? readScalar(node) : undefined;
  return typeof value === "string" ? value : undefined;
}
