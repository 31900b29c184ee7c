import { decodeUtf8Loosely } from "../../core/utf8.ts";
import type { RootRules } from "../../model/client-roots.ts";
import type { Client, LoadInput, LoadResult } from "../../model/loader.ts";
import { readMatter } from "../reading/gray-matter.ts";
import { nameProblems, nameReasons } from "../reading/names.ts";
import { fieldsOf, notLoaded, unknownLoad, unreadable } from "../reading/outcomes.ts";
import { flatScan } from "../reading/root-scans.ts";

const roots: RootRules = {
  ...flatScan,
  evidence: "read",
  project: [".claude/skills", ".mcpjam/skills", ".agents/skills"],
  user: ["~/.claude/skills", "~/.mcpjam/skills", "~/.agents/skills"],
  above: "cwd",
  duplicates: "unspecified",
};

/** MCPJam Inspector: names by the specification, descriptions up to 1,024 characters. */
export const mcpjam: Client = {
  id: "mcpjam",
  title: "MCPJam",
  reach: "niche",
  order: 240,
  versions: [
    {
      version: "6d550c02",
      versions: "*",
      evidence: "executed",
      sources: ["MCPJam/inspector mcpjam-inspector/server/utils/skill-parser.ts@6d550c02"],
      checked: "2026-08-22",
      roots,
      load,
    },
  ],
};

// What it says goes to the log of its server.
function load({ bytes }: LoadInput): LoadResult {
  const matter = readMatter(decodeUtf8Loosely(bytes));
  if (matter.outcome === "javascript") return unknownLoad("frontmatter is JavaScript, which is not run here");
  if (matter.outcome !== "value") return unreadable(matter);
  const { name, description } = fieldsOf(matter.data);
  if (!name) return notLoaded("name is missing");
  if (typeof name !== "string") return notLoaded("name is not a string");
  if (!description) return notLoaded("description is missing");
  if (typeof description !== "string") return notLoaded("description is not a string");
  if (description.length > 1024) return notLoaded("description has more than 1,024 characters");
  const [problem] = nameProblems(name);
  if (problem !== undefined) return notLoaded(nameReasons[problem]);
  return { loads: true, name, description, body: matter.content.trim() };
}
