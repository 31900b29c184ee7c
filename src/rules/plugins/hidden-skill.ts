import { parentOf } from "../../core/paths.ts";
import { series } from "../../core/sentence.ts";
import type { ExaminedPlugin } from "../../model/plugin.ts";
import { defineRule } from "../define.ts";

export default defineRule<ExaminedPlugin>({
  meta: {
    id: "plugin-hidden-skill",
    category: "files",
    origin: "guidance",
    source: "https://code.claude.com/docs/en/plugins-reference",
    summary: "Reports a skill of a plugin that a client for which the plugin is made does not find.",
    why: "The plugin installs without a message, and the skill is missing.",
    remedy: "Move the skill to a directory directly in skills/, or name its directory in the manifest.",
    severity: "info",
    since: "0.1.0",
  },
  *check({ subject: { clients, documents } }) {
    const searching = clients.flatMap(({ title, target, answer }) =>
      answer.documents
        ? [{ title, target, found: new Set(answer.documents), names: new Set(answer.documents.map(nameOf)) }]
        : [],
    );
    const all = new Set([...documents, ...searching.flatMap(({ found }) => Array.from(found))]);
    for (const file of Array.from(all).sort()) {
      // A client may have a skill of its own of the same name, in another directory.
      const missing = searching.filter(({ found, names }) => !found.has(file) && !names.has(nameOf(file)));
      if (missing.length === 0) continue;
      const titles = missing.map(({ title }) => title);
      yield {
        file,
        message: `${series(titles, "and")} ${titles.length === 1 ? "does" : "do"} not find the skill in the plugin`,
      };
    }
  },
});

/** The name of the skill's directory. */
function nameOf(document: string): string {
  const directory = parentOf(document);
  return directory.slice(directory.lastIndexOf("/") + 1);
}
