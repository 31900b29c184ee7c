import { readSerdeStruct, type SerdeStruct } from "../../yaml/theirs/serde/struct.ts";
import { excessOf } from "../../yaml/theirs/value-reader.ts";
import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { refuse } from "../reading/python.ts";
import { decodeRust, trimRust } from "../reading/rust.ts";
import { unknownScan } from "../reading/root-scans.ts";

const roots: RootRules = {
  ...unknownScan,
  evidence: "read",
  project: [".agents/skills", ".goose/skills", ".claude/skills"],
  user: ["~/.agents/skills", "~/.config/goose/skills", "~/.claude/skills", "~/.config/agents/skills"],
  variables: { XDG_CONFIG_HOME: "~/.config" },
  above: "cwd",
  depth: Infinity,
  duplicates: [
    [".agents/skills", ".goose/skills", ".claude/skills"],
    ["~/.agents/skills", "~/.config/goose/skills", "~/.claude/skills", "~/.config/agents/skills"],
  ],
};

/** goose: cut at each "---", YAML into a struct; a name is required. */
export const goose: Client = {
  id: "goose",
  title: "goose",
  reach: "niche",
  order: 270,
  versions: [
    {
      version: "013ab848",
      versions: "*",
      evidence: "read",
      sources: [
        "block/goose crates/goose/src/skills/mod.rs@013ab848",
        "block/goose crates/goose/src/sources.rs@00c38743",
      ],
      checked: "2026-11-22",
      roots,
      load,
    },
  ],
};

const shape: SerdeStruct = {
  name: "SkillFrontmatter",
  fields: { name: "option", description: "string", metadata: "map" },
};

function load({ bytes }: LoadInput): LoadResult {
  const decoded = decodeRust(bytes);
  if ("failure" in decoded) return refuse("SKILL.md is not UTF-8", "stream did not contain valid UTF-8");
  const [, frontmatter = "", ...rest] = decoded.text.split("---");
  if (rest.length === 0) return refuse("frontmatter is missing or not closed");
  const yaml = trimRust(frontmatter);
  const excess = excessOf(yaml);
  if (excess !== undefined) return { loads: "unknown", reason: excess };
  const read = readSerdeStruct(yaml, shape);
  if (read.outcome === "error")
    return refuse("frontmatter is not valid YAML", `Failed to parse skill frontmatter: ${read.message}`);
  const [name, description] = [read.fields.get("name"), read.fields.get("description")];
  if (typeof name !== "string" || name === "")
    return refuse("name is missing", "missing a required 'name' in frontmatter, skipping");
  if (name.includes("/"))
    return refuse("name contains a slash", `Skill name '${name}' contains '/', skipping`);
  return {
    loads: true,
    name,
    description: typeof description === "string" ? description : "",
    body: trimRust(rest.join("---")),
  };
}
