import type { ExaminedPlugin } from "../../model/plugin.ts";
import { defineRule } from "../define.ts";
import { drift } from "./parts/drift.ts";

export default defineRule<ExaminedPlugin>({
  meta: {
    id: "plugin-version",
    category: "files",
    origin: "guidance",
    source: "https://code.claude.com/docs/en/plugin-marketplaces",
    summary: "Reports texts that declare the same plugin with another version.",
    why: "A client that reads the older version offers its users no update.",
    remedy:
      "Copy the right one: `skills plugin sync --from FILE`; suppress the finding in a file with versions of its own.",
    severity: "info",
    since: "0.1.0",
  },
  check: ({ subject }) => drift(subject, "version"),
});
