import type { CatalogFormat } from "../../model/client-catalog.ts";

/** Elements with name, description and path. Listed descriptions are escaped already. */
export function locatedSkills(escape: (text: string) => string = (text) => text): CatalogFormat {
  return {
    before: "<available_skills>\n",
    after: "\n</available_skills>",
    separator: "\n",
    escape,
    entry: ({ name, path }, description = "") =>
      [
        "  <skill>",
        `    <name>${escape(name)}</name>`,
        `    <description>${description}</description>`,
        `    <location>${escape(path)}</location>`,
        "  </skill>",
      ].join("\n"),
  };
}
