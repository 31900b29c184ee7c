import type { Client } from "../../model/loader.ts";
import { documented } from "./parts/documented.ts";

/** Documentation alone. */
export const warp: Client = documented({
  id: "warp",
  title: "Warp",
  reach: "niche",
  order: 464,
  sources: [
    "https://docs.warp.dev/agent-platform/capabilities/skills",
    "https://docs.warp.dev/agent-platform/cloud-agents/skills-as-agents",
    "https://mintlify.wiki/warpdotdev/warp/agent/skills",
  ],
  roots: {
    project: [
      ".warp/skills",
      ".agents/skills",
      ".claude/skills",
      ".codex/skills",
      ".cursor/skills",
      ".gemini/skills",
      ".copilot/skills",
      ".factory/skills",
      ".github/skills",
      ".opencode/skills",
    ],
    user: [
      "~/.warp/skills",
      "~/.agents/skills",
      "~/.claude/skills",
      "~/.codex/skills",
      "~/.cursor/skills",
      "~/.gemini/skills",
      "~/.copilot/skills",
      "~/.github/skills",
      "~/.opencode/skills",
    ],
    above: "up-to-root",
  },
});
