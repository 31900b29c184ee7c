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
  project: [".roo/skills", ".agents/skills"],
  user: ["~/.roo/skills"],
  above: "cwd",
  linkedDirectories: true,
  duplicates: [[".roo/skills", ".agents/skills"], ["~/.roo/skills"]],
  notes: ["in a mode, .roo/skills-<mode> is read first"],
};

/** Roo Code: names by the specification and equal to the directory, descriptions up to 1,024 characters. */
export const rooCode: Client = {
  id: "roo-code",
  title: "Roo Code",
  reach: "niche",
  order: 110,
  versions: [
    {
      version: "18348889",
      versions: "*",
      evidence: "executed",
      sources: ["RooCodeInc/Roo-Code src/services/skills/SkillsManager.ts@18348889"],
      checked: "2026-08-22",
      roots,
      load,
    },
  ],
};

// What it says goes to the console of the extension host, which a user does not see.
function load({ directory, bytes }: LoadInput): LoadResult {
  const matter = readMatter(decodeUtf8Loosely(bytes));
  if (matter.outcome === "javascript") return unknownLoad("frontmatter is JavaScript, which is not run here");
  if (matter.outcome !== "value") return unreadable(matter);
  const { name, description } = fieldsOf(matter.data);
  if (!name) return notLoaded("name is missing");
  if (typeof name !== "string") return notLoaded("name is not a string");
  if (!description) return notLoaded("description is missing");
  if (typeof description !== "string") return notLoaded("description is not a string");
  if (name !== directory) return notLoaded("name does not match its directory");
  const [problem] = nameProblems(name);
  if (problem !== undefined) return notLoaded(nameReasons[problem]);
  const trimmed = description.trim();
  if (trimmed === "") return notLoaded("description is empty");
  if (trimmed.length > 1024) return notLoaded("description has more than 1,024 characters");
  return { loads: true, name, description: trimmed, body: matter.content.trim() };
}
