import type { ExaminedPlugin } from "../../model/plugin.ts";
import { defineRule } from "../define.ts";
import { drift } from "./parts/drift.ts";

export default defineRule<ExaminedPlugin>({
  meta: {
    id: "plugin-description",
    category: "files",
    origin: "guidance",
    source: "https://code.claude.com/docs/en/plugin-marketplaces",
    summary: "Reports texts that declare the same plugin with another description.",
    why: "Users of one client read what users of another do not.",
    remedy: "Copy the right one: `skills plugin sync --fields description --from FILE`.",
    severity: "info",
    off: true,
    since: "0.1.0",
  },
  check: ({ subject }) => drift(subject, "description"),
});
