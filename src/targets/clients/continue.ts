import { isObject } from "../../core/is-object.ts";
import { decodeUtf8Loosely } from "../../core/utf8.ts";
import { readYaml2 } from "../../yaml/theirs/js/yaml.ts";
import type { CatalogRules } from "../../model/client-catalog.ts";
import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { notLoaded, unreadable } from "../reading/outcomes.ts";

const roots: RootRules = {
  evidence: "live",
  project: [".continue/skills", ".claude/skills"],
  user: ["~/.continue/skills"],
  variables: { CONTINUE_GLOBAL_DIR: "~/.continue" },
  above: "cwd",
  depth: 1,
  insideSkills: false,
  hidden: true,
  rootItself: "ignored",
  linkedDirectories: false,
  linkedFiles: true,
  duplicates: "all-kept",
};

const catalog: CatalogRules = {
  order: "file-system",
  format: {
    before: "",
    after: "",
    separator: ",",
    entry: ({ name }, description = "") => `\nname: ${name}\ndescription: ${description}\n`,
  },
  budget: "none",
};

/** Continue: YAML between the first two lines of dashes, wherever they are; silent about what it drops. */
export const continueCli: Client = {
  id: "continue",
  title: "Continue",
  reach: "niche",
  order: 130,
  versions: [
    {
      version: "1.5.47",
      versions: ">=1.5.47",
      evidence: "live",
      sources: [
        "npm @continuedev/cli 1.5.47 src/util/loadMarkdownSkills.ts",
        "npm @continuedev/cli 1.5.47 packages/config-yaml/src/markdown/markdownToRule.ts",
      ],
      checked: "2026-11-23",
      roots,
      // What is typed after `/name` is dropped, and in print mode that is no command.
      takesArguments: "none",
      load,
      catalog,
    },
  ],
};

function load({ bytes }: LoadInput): LoadResult {
  const parts = decodeUtf8Loosely(bytes)
    .replaceAll("\r\n", "\n")
    .split(/^---\s*$/m);
  if (parts.length < 3) return notLoaded("frontmatter is missing");
  const read = readYaml2(parts[1] ?? "");
  if (read.outcome !== "value") return unreadable(read);
  const fields = read.value || {};
  if (!isObject(fields)) return notLoaded("frontmatter is not a mapping");
  const { name, description } = fields;
  const problem = problemOf("name", name) ?? problemOf("description", description);
  if (problem !== undefined || typeof name !== "string" || typeof description !== "string")
    return notLoaded(problem ?? "");
  return { loads: true, name, description, body: parts.slice(2).join("---").trim() };
}

function problemOf(field: string, value: unknown): string | undefined {
  if (value === undefined) return `${field} is missing`;
  if (typeof value !== "string") return `${field} is not a string`;
  return value === "" ? `${field} is empty` : undefined;
}
