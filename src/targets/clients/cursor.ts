import type { Client } from "../../model/loader.ts";
import { documented } from "./parts/documented.ts";

/** Documentation alone. */
export const cursor: Client = documented({
  id: "cursor",
  title: "Cursor",
  reach: "common",
  order: 400,
  sources: ["https://cursor.com/docs/skills"],
  roots: {
    project: [".agents/skills", ".cursor/skills", ".claude/skills", ".codex/skills"],
    user: ["~/.agents/skills", "~/.cursor/skills", "~/.claude/skills", "~/.codex/skills"],
    depth: Infinity,
  },
});
