import { grouped } from "../../core/sentence.ts";
import { readSerdeStruct, type SerdeStruct, type SerdeStructRead } from "../../yaml/theirs/serde/struct.ts";
import { excessOf } from "../../yaml/theirs/value-reader.ts";
import type { CatalogRules, DescriptionCut } from "../../model/client-catalog.ts";
import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { findLine } from "../reading/lines.ts";
import { quoteFreeScalars } from "../reading/quote-scalars.ts";
import { decodeRust, joinRustLines, joinRustWords, trimRust } from "../reading/rust.ts";

const roots: RootRules = {
  evidence: "live",
  project: [".agents/skills", ".codex/skills"],
  user: ["~/.agents/skills", "~/.codex/skills"],
  variables: { CODEX_HOME: "~/.codex" },
  above: "up-to-root",
  depth: 6,
  insideSkills: true,
  hidden: false,
  packages: true,
  rootItself: "loads",
  linkedDirectories: true,
  linkedFiles: false,
  duplicates: "all-kept",
};

const cut: DescriptionCut = { max: 1024, unit: "code-points", ellipsis: "..." };

/**
 * core-skills/src/render.rs, with paths below the alias of their root.
 * @param window of the bundled default model, in tokens
 */
const catalogIn = (window: number): CatalogRules => ({
  order: { by: "name", compare: "code-units" },
  cut,
  format: {
    before: "### Available skills\n",
    after: "",
    separator: "\n",
    entry: ({ name, directory }, description) =>
      `- ${name}:${description ? ` ${description}` : ""} (file: r1/${directory}/SKILL.md)`,
  },
  budget: {
    overflow: "evenly",
    unit: "tokens",
    limit: Math.floor((window * 2) / 100),
    window,
    own: [
      { name: "imagegen", characters: 570 },
      { name: "openai-docs", characters: 624 },
      { name: "skill-creator", characters: 106 },
      { name: "skill-installer", characters: 225 },
    ],
    assumes: `a model with a context window of ${grouped(window)} tokens`,
  },
});

/** Codex CLI: YAML into a struct of text fields; if that fails, again with unquoted prose in quotes. */
export const codex: Client = {
  id: "codex",
  title: "Codex CLI",
  reach: "common",
  order: 20,
  versions: [
    {
      version: "0.171.0",
      versions: ">=0.171.0",
      evidence: "live",
      sources: [
        "npm @openai/codex 0.171.0",
        "openai/codex codex-rs/core-skills/src/loader.rs@e51b9d1d",
        "crates.io serde_yaml 0.9.34, unsafe-libyaml 0.2.11",
      ],
      checked: "2026-11-28",
      roots,
      load,
      catalog: catalogIn(500_000),
    },
    {
      version: "0.169.0",
      versions: "0.169.0",
      evidence: "live",
      sources: [
        "npm @openai/codex 0.169.0",
        "openai/codex codex-rs/core-skills/src/loader.rs@e51b9d1d",
        "crates.io serde_yaml 0.9.34, unsafe-libyaml 0.2.11",
      ],
      checked: "2026-11-22",
      roots,
      load,
      catalog: catalogIn(272_000),
    },
  ],
};

/** core-skills/src/loader.rs SkillFrontmatter */
const shape: SerdeStruct = {
  name: "SkillFrontmatter",
  fields: {
    name: "option",
    description: "option",
    metadata: { name: "SkillFrontmatterMetadata", fields: { "short-description": "option" } },
  },
};

const longestName = 64;

function load(input: LoadInput): LoadResult {
  const decoded = decodeRust(input.bytes);
  if ("failure" in decoded)
    return { loads: false, reason: "SKILL.md is not UTF-8", said: `failed to read file: ${decoded.failure}` };
  const frontmatter = extractFrontmatter(decoded.text);
  if (frontmatter === undefined)
    return {
      loads: false,
      reason: "frontmatter is missing",
      said: "missing YAML frontmatter delimited by ---",
    };
  const excess = excessOf(frontmatter);
  if (excess !== undefined) return { loads: "unknown", reason: excess };
  const read = readFields(frontmatter);
  if (read.outcome === "error")
    return { loads: false, reason: "frontmatter is not valid YAML", said: `invalid YAML: ${read.message}` };
  return checkFields(input, read);
}

/** core-skills/src/loader.rs extract_frontmatter: a line of three hyphens ends it even if it is indented. */
function extractFrontmatter(text: string): string | undefined {
  const isDashes = (line: string): boolean => line.includes("---") && trimRust(line) === "---";
  const opening = text.indexOf("\n");
  if (opening === -1 || !isDashes(text.slice(0, opening))) return undefined;
  const closing = findLine(text, opening + 1, isDashes);
  return closing && closing.start > opening + 1
    ? joinRustLines(text.slice(opening + 1, closing.start))
    : undefined;
}

/** The repaired text is read only if the text as written is not valid; its own errors are not reported. */
function readFields(frontmatter: string): SerdeStructRead {
  const read = readSerdeStruct(frontmatter, shape);
  if (read.outcome === "value") return read;
  const repaired = quoteFreeScalars(frontmatter);
  const again = repaired === undefined ? read : readSerdeStruct(repaired, shape);
  return again.outcome === "value" ? again : read;
}

function checkFields(
  { directory }: LoadInput,
  { fields }: SerdeStructRead & { readonly outcome: "value" },
): LoadResult {
  const lineOf = (key: string): string => {
    const value = fields.get(key);
    return typeof value === "string" ? joinRustWords(value) : "";
  };
  const name = lineOf("name") || joinRustWords(directory) || "skill";
  const description = lineOf("description");
  if (name.length > longestName && Array.from(name).length > longestName)
    return {
      loads: false,
      reason: `name has more than ${longestName} characters`,
      said: `invalid name: exceeds maximum length of ${longestName} characters`,
    };
  if (description === "")
    return { loads: false, reason: "description is missing", said: "missing field `description`" };
  if (description.length <= cut.max) return { loads: true, name, description };
  const characters = Array.from(description);
  if (characters.length <= cut.max) return { loads: true, name, description };
  const listed = characters.slice(0, cut.max - cut.ellipsis.length).join("") + cut.ellipsis;
  return { loads: true, name, description, listed };
}
