import { isObject } from "../../core/is-object.ts";
import { decodeUtf8Loosely } from "../../core/utf8.ts";
import { readYaml2 } from "../../yaml/theirs/js/yaml.ts";
import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { unixLines, withoutBom } from "../reading/decode.ts";
import { splitAtLines } from "../reading/fences.ts";
import { nameProblems, nameReasons } from "../reading/names.ts";
import { notLoaded, unreadable } from "../reading/outcomes.ts";
import { flatScan } from "../reading/root-scans.ts";

const roots: RootRules = {
  ...flatScan,
  evidence: "read",
  project: [".xum/skills", ".mux/skills", ".agents/skills"],
  user: ["~/.xum/skills", "~/.agents/skills"],
  above: "up-to-root",
  duplicates: [[".xum/skills", ".mux/skills", ".agents/skills"], ["~/.xum/skills"], ["~/.agents/skills"]],
  levels: "nearest-first",
};

/** Mux: every field that it knows has to have the right type and length, or the skill is invalid. */
export const mux: Client = {
  id: "mux",
  title: "Mux",
  reach: "niche",
  order: 250,
  versions: [
    {
      version: "f2160b19",
      versions: "*",
      evidence: "executed",
      sources: [
        "coder/mux src/node/services/agentSkills/parseSkillMarkdown.ts@f2160b19",
        "coder/mux src/common/orpc/schemas/agentSkill.ts@f2160b19",
      ],
      checked: "2026-08-22",
      roots,
      load,
    },
  ],
};

type Fields = Readonly<Record<string, unknown>>;

function load({ directory, bytes }: LoadInput): LoadResult {
  if (bytes.length > 1024 * 1024) return notLoaded("SKILL.md has more than 1 MB");
  const text = unixLines(withoutBom(decodeUtf8Loosely(bytes)));
  const split = splitAtLines(text, { indented: true });
  if (!split)
    return notLoaded(
      "frontmatter is missing",
      text.startsWith("---")
        ? "SKILL.md frontmatter start delimiter must be exactly '---'."
        : "SKILL.md must start with YAML frontmatter delimited by '---'.",
    );
  if (split === "open")
    return notLoaded(
      "frontmatter is not closed",
      "SKILL.md frontmatter is missing the closing '---' delimiter.",
    );
  const read = readYaml2(split.frontmatter);
  if (read.outcome !== "value")
    return unreadable(read, (message) => `Failed to parse SKILL.md YAML frontmatter: ${message}`);
  if (!isObject(read.value))
    return notLoaded("frontmatter is not a mapping", "SKILL.md YAML frontmatter must be a mapping/object.");
  const { name, description } = read.value;
  const problem = fieldProblem(read.value);
  if (problem !== undefined || typeof name !== "string" || typeof description !== "string")
    return notLoaded(problem ?? "");
  if (name !== directory)
    return notLoaded(
      "name does not match its directory",
      `SKILL.md frontmatter.name '${name}' must match directory name '${directory}'.`,
    );
  const hidden = read.value["disable-model-invocation"] === true || read.value["advertise"] === false;
  return { loads: true, name, description, body: split.body, ...(hidden && { hidden: true }) };
}

/** Optional texts: the fewest and most characters. */
const texts: Readonly<Record<string, readonly [least: number, most: number]>> = {
  license: [0, Infinity],
  compatibility: [1, 500],
  "argument-hint": [1, 200],
  when_to_use: [1, 1024],
  "when-to-use": [1, 1024],
};

const flags = ["advertise", "disable-model-invocation", "user-invocable"] as const;

function fieldProblem(fields: Fields): string | undefined {
  const { name, metadata } = fields;
  if (name === undefined) return "name is missing";
  if (typeof name !== "string") return "name is not a string";
  const [wrongName] = nameProblems(name);
  if (wrongName !== undefined) return nameReasons[wrongName];
  if (fields["description"] === undefined) return "description is missing";
  const text = textProblem(fields, "description", [1, 1024]);
  if (text !== undefined) return text;
  for (const [key, range] of Object.entries(texts)) {
    const problem = fields[key] === undefined ? undefined : textProblem(fields, key, range);
    if (problem !== undefined) return problem;
  }
  const flag = flags.find((key) => fields[key] !== undefined && typeof fields[key] !== "boolean");
  if (flag !== undefined) return `${flag} is not a boolean`;
  if (metadata === undefined) return undefined;
  if (!isObject(metadata)) return "metadata is not a mapping";
  return Object.values(metadata).every((value) => typeof value === "string")
    ? undefined
    : "metadata has a value that is not a string";
}

function textProblem(
  fields: Fields,
  key: string,
  [least, most]: readonly [number, number],
): string | undefined {
  const value = fields[key];
  if (typeof value !== "string") return `${key} is not a string`;
  if (value.length < least) return `${key} is empty`;
  return value.length > most ? `${key} has more than ${most.toLocaleString("en")} characters` : undefined;
}
