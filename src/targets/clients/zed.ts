import { decodeUtf8, utf8Length } from "../../core/utf8.ts";
import { readSerdeStruct, type SerdeStruct } from "../../yaml/theirs/serde/struct.ts";
import { excessOf } from "../../yaml/theirs/value-reader.ts";
import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { type NameProblem, nameProblems, nameReasons } from "../reading/names.ts";
import { notLoaded, unknownLoad } from "../reading/outcomes.ts";
import { flatScan } from "../reading/root-scans.ts";
import { trimRust, trimRustStart } from "../reading/rust.ts";

const roots: RootRules = {
  ...flatScan,
  evidence: "read",
  project: [".agents/skills"],
  user: ["~/.agents/skills"],
  above: "cwd",
  rootItself: "ignored",
  duplicates: [[".agents/skills"], ["~/.agents/skills"]],
  notes: [
    "skills of a project load only if the project is trusted",
    "50 KB of names and descriptions are listed, in the order of names",
  ],
};

/** Zed's own agent: YAML into a struct; the name's form is checked, but not against its directory. */
export const zed: Client = {
  id: "zed",
  title: "Zed",
  reach: "niche",
  order: 274,
  versions: [
    {
      version: "pull-58356",
      versions: "*",
      evidence: "executed",
      sources: [
        "zed-industries/zed crates/agent_skills/agent_skills.rs@007ed5ce",
        "https://github.com/zed-industries/zed/pull/58356",
        "acatton/serde-yaml-ng src/de.rs@36281029",
      ],
      checked: "2026-11-28",
      roots,
      load,
    },
  ],
};

const shape: SerdeStruct = {
  name: "SkillMetadata",
  fields: { name: "string", description: "string", "disable-model-invocation": "boolean" },
};

/** 100 KB of SKILL.md, with the body. */
const longest = 100 * 1024;

const badYaml = "Invalid YAML frontmatter";

function load({ bytes }: LoadInput): LoadResult {
  if (bytes.length > longest)
    return notLoaded("SKILL.md has more than 100 KB", "SKILL.md file exceeds maximum size of 100KB");
  const decoded = decodeUtf8(bytes);
  // A file of the user is read as it is, one of a project as an editor does.
  if (decoded === undefined || decoded.startsWith("\ufeff"))
    return unknownLoad("SKILL.md is not UTF-8 without a byte-order mark, which depends on where it is");
  const text = trimRustStart(decoded);
  if (!text.startsWith("---"))
    return notLoaded("frontmatter is missing", "SKILL.md must start with YAML frontmatter (---)");
  const closing = /\n---(?:\r?\n|$)/.exec(text);
  if (!closing)
    return notLoaded("frontmatter is not closed", "SKILL.md missing closing frontmatter delimiter (---)");
  const frontmatter = text.slice(0, closing.index + 1);
  const excess = excessOf(frontmatter);
  if (excess !== undefined) return unknownLoad(excess);
  const read = readSerdeStruct(frontmatter.replace(/^---\r?\n/, ""), shape, "first");
  if (read.outcome === "error") return notLoaded("frontmatter is not valid YAML", badYaml);
  return loadFields(read.fields, trimRust(text.slice(closing.index + closing[0].length)));
}

function loadFields(fields: ReadonlyMap<string, unknown>, body: string): LoadResult {
  const [name, description] = [fields.get("name"), fields.get("description")];
  const manual = fields.get("disable-model-invocation");
  if (typeof name !== "string") return notLoaded("name is missing", badYaml);
  if (typeof description !== "string") return notLoaded("description is missing", badYaml);
  if (manual === null) return notLoaded("disable-model-invocation is not a boolean", badYaml);
  const problems = nameProblems(name);
  const problem = checked.find((each) => problems.includes(each));
  if (problem) return notLoaded(nameReasons[problem], said[problem]);
  if (trimRust(description) === "")
    return notLoaded("description is empty", "Skill description cannot be empty");
  const length = utf8Length(description);
  return {
    loads: true,
    name,
    description,
    body,
    ...(manual === true && { hidden: true }),
    ...(length > 1024 && {
      warnings: [
        `Skill description is ${length} bytes, exceeding the 1024-byte limit. The skill was loaded, but long descriptions may consume more model-context tokens.`,
      ],
    }),
  };
}

/** In the order of the client, which allows two hyphens in a row. */
const checked = ["empty", "long", "ends", "characters"] as const satisfies readonly NameProblem[];

const said: Readonly<Record<(typeof checked)[number], string>> = {
  empty: "Skill name cannot be empty",
  long: "Skill name must be at most 64 characters",
  ends: "Skill name must not start or end with a hyphen",
  characters: "Skill name must contain only lowercase letters, numbers, and hyphens",
};
