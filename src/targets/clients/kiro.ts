import type { Client } from "../../model/loader.ts";
import { documented } from "./parts/documented.ts";

/** Documentation alone. */
export const kiro: Client = documented({
  id: "kiro",
  title: "Kiro",
  reach: "niche",
  order: 430,
  sources: ["https://kiro.dev/docs/skills", "https://kiro.dev/docs/cli/skills"],
  roots: {
    project: [".kiro/skills"],
    user: ["~/.kiro/skills"],
    duplicates: [[".kiro/skills"], ["~/.kiro/skills"]],
  },
});
