import type { ExaminedPlugin } from "../../model/plugin.ts";
import { defineRule } from "../define.ts";
import { drift } from "./parts/drift.ts";

export default defineRule<ExaminedPlugin>({
  meta: {
    id: "plugin-name",
    category: "files",
    origin: "guidance",
    source: "https://code.claude.com/docs/en/plugin-marketplaces",
    summary: "Reports texts that declare the same plugin with another name.",
    why: "Codex refuses a plugin whose name is not that of its entry; elsewhere users type one name and see another.",
    remedy: "Copy the right one: `skills plugin sync --fields name --from FILE`.",
    severity: "info",
    since: "0.1.0",
  },
  *check({ subject }) {
    const refused = subject.clients.flatMap(({ answer }) => [...answer.refusals, ...answer.losses]);
    for (const finding of drift(subject, "name")) {
      const isSaid = refused.some(
        ({ file, range }) =>
          file === finding.file && range?.start.offset === finding.range?.start.offset && range !== undefined,
      );
      // A client that does not install it is the worse news.
      if (!isSaid) yield finding;
    }
  },
});
