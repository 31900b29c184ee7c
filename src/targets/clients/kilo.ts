import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { deliveredBody } from "./parts/opencode-arguments.ts";
import { notLoaded } from "../reading/outcomes.ts";
import { loadRepaired, type Repair } from "../reading/repaired-matter.ts";

const roots: RootRules = {
  evidence: "live",
  project: [".kilo/skills", ".kilocode/skills", ".agents/skills", ".claude/skills"],
  user: [
    "~/.kilo/skills",
    "~/.kilocode/skills",
    "~/.config/kilo/skills",
    "~/.agents/skills",
    "~/.claude/skills",
  ],
  variables: { XDG_CONFIG_HOME: "~/.config" },
  above: "up-to-root",
  depth: Infinity,
  insideSkills: true,
  hidden: [".agents/skills", ".claude/skills", "~/.agents/skills", "~/.claude/skills"],
  packages: true,
  rootItself: "loads",
  linkedDirectories: true,
  linkedFiles: true,
  // ~/.kilo won over all others and .kilo over those of the last group; the two of .kilocode were not compared.
  duplicates: [
    ["~/.kilo/skills"],
    [".kilo/skills", ".kilocode/skills", "~/.kilocode/skills"],
    [".agents/skills", ".claude/skills", "~/.agents/skills", "~/.claude/skills", "~/.config/kilo/skills"],
  ],
  notes: ["KILO_DISABLE_EXTERNAL_SKILLS turns off .agents/skills and .claude/skills"],
};

/** Kilo Code: opencode's loader, but quotes a value with a colon, and replaces {env:…} and {file:…} in the body. */
export const kilo: Client = {
  id: "kilo",
  title: "Kilo Code",
  reach: "niche",
  order: 80,
  versions: [
    {
      version: "7.7.9",
      versions: ">=7.7.9",
      evidence: "live",
      sources: [
        "npm @kilocode/cli-linux-x64 7.7.9",
        "Kilo-Org/kilocode packages/opencode/src/skill/index.ts@04bfcc45",
        "Kilo-Org/kilocode packages/opencode/src/kilocode/config/markdown.ts@3827ac49",
      ],
      checked: "2026-11-22",
      roots,
      takesArguments: "in-body",
      load,
    },
  ],
};

function load(input: LoadInput): LoadResult {
  const result = loadRepaired(input, quoted);
  if (result.loads !== true) return result;
  const { body = "", ...rest } = result;
  if (body.includes("{env:") && hasVariable(body, /(?<!\$)\{env:(?!\})/))
    return notLoaded("the body has {env:…}, which is not allowed in a project's skill");
  // The contents of files are not known here.
  if (body.includes("{file:") && hasVariable(body, /(?<!\$)\{file:(?!\})/)) return rest;
  return { ...rest, body: deliveredBody(body, input.args) };
}

/** Whether there is an opening with a brace after it, in a line that does not begin with two slashes. */
function hasVariable(body: string, opening: RegExp): boolean {
  const last = body.lastIndexOf("}");
  let start = 0;
  return body.split("\n").some((line) => {
    const at = line.search(opening);
    const found = at !== -1 && start + at < last && !line.trimStart().startsWith("//");
    start += line.length + 1;
    return found;
  });
}

const quoted: Repair = (key, value) => [`${key}: "${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`];
