import type { Client } from "../../model/loader.ts";
import { documented } from "./parts/documented.ts";

/** Documentation alone. */
export const kimiCode: Client = documented({
  id: "kimi-code",
  title: "Kimi Code",
  reach: "niche",
  order: 468,
  sources: [
    "https://moonshotai.github.io/kimi-code/en/customization/skills",
    "https://github.com/wookat/agentmove/releases/tag/v0.98.0",
  ],
  roots: {
    project: [".kimi-code/skills", ".agents/skills"],
    user: ["~/.kimi-code/skills", "~/.agents/skills"],
    duplicates: [[".kimi-code/skills"], [".agents/skills"], ["~/.kimi-code/skills"], ["~/.agents/skills"]],
  },
});
