import type { Client } from "../../model/loader.ts";
import { documented, installPaths } from "./parts/documented.ts";

/** Documentation alone. */
export const amp: Client = documented({
  id: "amp",
  title: "Amp",
  reach: "niche",
  order: 420,
  sources: [installPaths],
  roots: {
    project: [".agents/skills", ".claude/skills"],
    user: ["~/.config/agents/skills", "~/.config/amp/skills", "~/.claude/skills"],
  },
});
