import type { Client } from "../../model/loader.ts";
import { documented } from "./parts/documented.ts";

/**
 * How the editor reads a skill is not recorded. Where it looks is known from its SDK, whose bundle has the same scan
 * (class AgentSkillsCursorRulesService, run on Node 24): a skill has a path and no name, so none hides another.
 */
export const cursor: Client = documented({
  id: "cursor",
  title: "Cursor",
  reach: "common",
  order: 400,
  sources: ["https://cursor.com/docs/skills", "npm @cursor/sdk 1.0.32 dist/bundled/index.js"],
  roots: {
    evidence: "executed",
    project: [".agents/skills", ".cursor/skills", ".claude/skills", ".codex/skills", ".grok/skills"],
    user: [
      "~/.agents/skills",
      "~/.cursor/skills",
      "~/.cursor/skills-cursor",
      "~/.claude/skills",
      "~/.codex/skills",
      "~/.grok/skills",
    ],
    above: "cwd",
    depth: 10,
    insideSkills: true,
    hidden: false,
    packages: false,
    rootItself: "loads",
    linkedDirectories: true,
    linkedFiles: true,
    duplicates: "all-kept",
    filesOnce: true,
    notes: ["the setting for third-party extensions turns .claude, .codex and .grok off"],
  },
});
