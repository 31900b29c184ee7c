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

const sidecar = "agents/openai.yaml";

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
      takesArguments: "beside",
      load,
      sidecars: [sidecar],
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
      sidecars: [sidecar],
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
  { directory, sidecars }: LoadInput,
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
  const policy = readPolicy(sidecars?.get(sidecar));
  if ("unknown" in policy) return { loads: "unknown", reason: policy.unknown };
  const loaded = {
    loads: true as const,
    name,
    description,
    ...(policy.isHidden && { hidden: true as const }),
  };
  const characters = description.length <= cut.max ? [] : Array.from(description);
  if (characters.length <= cut.max) return loaded;
  const listed = characters.slice(0, cut.max - cut.ellipsis.length).join("") + cut.ellipsis;
  return { ...loaded, listed };
}

/** openai/codex codex-rs/core-skills/src/loader.rs@033d1d07 SkillMetadataFile; read, not asked of a started Codex. */
const metadataShape: SerdeStruct = {
  name: "SkillMetadataFile",
  fields: {
    interface: {
      option: {
        name: "Interface",
        fields: {
          display_name: "option",
          short_description: "option",
          icon_small: "option",
          icon_large: "option",
          brand_color: "option",
          default_prompt: "option",
        },
      },
    },
    dependencies: {
      option: {
        name: "Dependencies",
        fields: {
          tools: {
            list: {
              name: "DependencyTool",
              fields: {
                type: "option",
                value: "option",
                description: "option",
                transport: "option",
                command: "option",
                url: "option",
              },
            },
          },
        },
      },
    },
    policy: {
      option: {
        name: "Policy",
        fields: { allow_implicit_invocation: "boolean", products: { list: "string" } },
      },
    },
  },
};

type Policy = { readonly isHidden: boolean } | { readonly unknown: string };

/** A file that is not valid counts as none. core-skills/src/loader.rs load_skill_metadata */
function readPolicy(file: Uint8Array | "unread" | undefined): Policy {
  if (file === undefined) return { isHidden: false };
  if (file === "unread") return { unknown: `not evaluated: ${sidecar} is not read` };
  const decoded = decodeRust(file);
  if ("failure" in decoded) return { isHidden: false };
  const excess = excessOf(decoded.text);
  if (excess !== undefined) return { unknown: `${sidecar}: ${excess}` };
  const read = readSerdeStruct(decoded.text, metadataShape);
  const policy = read.outcome === "value" ? read.fields.get("policy") : undefined;
  if (!(policy instanceof Map)) return { isHidden: false };
  const products = policy.get("products");
  if (Array.isArray(products) && products.length > 0)
    return { unknown: `it is not recorded what policy.products in ${sidecar} does` };
  return { isHidden: policy.get("allow_implicit_invocation") === false };
}
