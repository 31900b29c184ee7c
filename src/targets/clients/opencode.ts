import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { deliveredBody } from "./parts/opencode-arguments.ts";
import { locatedSkills } from "../reading/catalog-entries.ts";
import { loadRepaired, type Repair } from "../reading/repaired-matter.ts";

const roots: RootRules = {
  evidence: "live",
  project: [".opencode/skills", ".opencode/skill", ".agents/skills", ".claude/skills"],
  user: ["~/.config/opencode/skills", "~/.config/opencode/skill", "~/.agents/skills", "~/.claude/skills"],
  variables: { XDG_CONFIG_HOME: "~/.config" },
  above: "up-to-root",
  depth: Infinity,
  insideSkills: true,
  hidden: [".agents/skills", ".claude/skills", "~/.agents/skills", "~/.claude/skills"],
  packages: true,
  rootItself: "loads",
  linkedDirectories: true,
  linkedFiles: true,
  duplicates: "unspecified",
  notes: ["OPENCODE_DISABLE_EXTERNAL_SKILLS turns off .agents/skills and .claude/skills"],
};

/** opencode: gray-matter; a value with a colon is read as a block of text if YAML refuses it. */
export const opencode: Client = {
  id: "opencode",
  title: "opencode",
  reach: "common",
  order: 60,
  versions: [
    {
      version: "1.18.33",
      versions: ">=1.18.33",
      evidence: "live",
      sources: [
        "npm opencode-ai 1.18.33",
        "anomalyco/opencode packages/opencode/src/skill/index.ts@a2cc772e",
        "anomalyco/opencode packages/opencode/src/config/markdown.ts@0a8a0ed8",
      ],
      checked: "2026-11-22",
      roots,
      takesArguments: "in-body",
      load,
      catalog: { order: { by: "name", compare: "locale" }, format: locatedSkills(), budget: "none" },
    },
  ],
};

function load(input: LoadInput): LoadResult {
  const result = loadRepaired(input, asBlock);
  return result.loads === true ? { ...result, body: deliveredBody(result.body, input.args) } : result;
}

const asBlock: Repair = (key, value) => [`${key}: |-`, `  ${value}`];
