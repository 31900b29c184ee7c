import { decodeUtf8Loosely } from "../../core/utf8.ts";
import { readJsYaml4 } from "../../yaml/theirs/js/js-yaml.ts";
import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { locatedSkills } from "../reading/catalog-entries.ts";
import { splitFenced } from "../reading/fences.ts";
import { valueAfterKey } from "../reading/lines.ts";
import { fieldsOf, notLoaded, unknownLoad } from "../reading/outcomes.ts";

const roots: RootRules = {
  evidence: "live",
  project: [".agents/skills", ".gemini/skills"],
  user: ["~/.agents/skills", "~/.gemini/skills"],
  variables: { GEMINI_CLI_HOME: "~" },
  above: "cwd",
  depth: 1,
  insideSkills: false,
  hidden: false,
  rootItself: "loads",
  linkedDirectories: true,
  linkedFiles: true,
  duplicates: [[".agents/skills"], [".gemini/skills"], ["~/.agents/skills"], ["~/.gemini/skills"]],
  notes: ["skills of a project load only in a trusted folder"],
};

/** Gemini CLI: YAML, and a line reader if that does not give a name and a description; silent about what it drops. */
export const geminiCli: Client = {
  id: "gemini-cli",
  title: "Gemini CLI",
  reach: "common",
  order: 50,
  hook: {
    file: ".gemini/settings.json",
    event: "AfterTool",
    tools: "write_file|replace",
    project: "GEMINI_PROJECT_DIR",
    source: "documented: https://geminicli.com/docs/hooks/reference",
  },
  versions: [
    {
      version: "0.61.0",
      versions: ">=0.61.0",
      evidence: "live",
      sources: [
        "npm @google/gemini-cli-core 0.61.0 dist/src/skills/skillLoader.js",
        "google-gemini/gemini-cli packages/core/src/skills/skillLoader.ts@5411f113",
      ],
      checked: "2026-11-22",
      roots,
      load,
      catalog: { order: "file-system", format: locatedSkills(), budget: "none" },
    },
  ],
};

function load({ bytes }: LoadInput): LoadResult {
  const split = splitFenced(decodeUtf8Loosely(bytes));
  if (!split) return notLoaded("frontmatter is missing");
  const read = readJsYaml4(split.frontmatter);
  if (read.outcome === "unknown") return unknownLoad(read.reason);
  const fields = read.outcome === "value" ? fieldsOf(read.value) : {};
  const { name, description } =
    typeof fields["name"] === "string" && typeof fields["description"] === "string"
      ? fields
      : readLines(split.frontmatter);
  if (typeof name !== "string") return notLoaded("name is missing");
  if (typeof description !== "string") return notLoaded("description is missing");
  return {
    loads: true,
    name: name.replace(/[:\\/<>*?"|]/g, "-"),
    description,
    // A closing line that goes on costs the body.
    body: /^\r?\n/.test(split.body) ? split.body.trim() : "",
  };
}

/** The last line of each key; indented lines after a description continue it. */
function readLines(frontmatter: string): { name?: string; description?: string } {
  const found: { name?: string; description?: string } = {};
  const lines = frontmatter.split(/\r?\n/);
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const name = valueAfterKey(line, "name");
    const description = valueAfterKey(line, "description");
    if (name !== undefined) found.name = name;
    if (description === undefined) continue;
    const parts = [description];
    while (/^[ \t]+\S/.test(lines[index + 1] ?? "")) parts.push((lines[++index] ?? "").trim());
    found.description = parts.filter((part) => part !== "").join(" ");
  }
  return found;
}
