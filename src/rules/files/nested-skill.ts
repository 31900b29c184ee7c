import { quote } from "../../core/show.ts";
import type { FileEntry } from "../../model/source.ts";
import { defineRule } from "../define.ts";

/** In lower case, clients do not take it for a skill unless their file system ignores case. */
const template = /(?:^|\/)(?:assets|examples?|templates?)\/(?:.{0,200}\/)?skill\.md$/;

/** Files that the skill at the root uses itself, which an index does not have. */
const ownFiles = /^(?:scripts|references|assets|lib)\//i;

/** The number of skills from which on a repository counts as a collection. */
const several = 3;

export default defineRule({
  meta: {
    id: "nested-skill",
    category: "files",
    origin: "client:claude-api",
    source: "https://platform.claude.com/docs/en/agents-and-tools/agent-skills/overview",
    summary: "Reports a second SKILL.md below the skill's root.",
    why: "Codex, Crush, Kilo, Letta Code and opencode list it as a separate skill, even if it is an example; claude.ai and OpenAI refuse an upload with more than one SKILL.md.",
    remedy: "Move it out of this skill, or give an example another name, such as SKILL.example.md.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: { files } }) {
    const nested = files.filter(
      ({ path, kind }) => kind !== "directory" && /\/skill\.md$/i.test(path) && !template.test(path),
    );
    const fix = isCollection(nested.length, files)
      ? "remove the SKILL.md at the root of this collection"
      : "move it out or rename it";
    return nested.map(({ path: file }) => ({
      file,
      refusals: [{ reason: "several-documents" as const }],
      message: `${quote(file)} is inside another skill; ${fix}`,
    }));
  },
});

/** Whether the skill is the root of a repository of skills, which are what users install. */
function isCollection(nested: number, files: readonly FileEntry[]): boolean {
  return (
    nested >= several &&
    !files.some(({ path }) => ownFiles.test(path)) &&
    [/^readme(?:\.\w+)?$/i, /^(?:licen[cs]e|copying|\.gitignore|\.github)(?:\.\w+)?$/i].every((pattern) =>
      files.some(({ path }) => pattern.test(path)),
    )
  );
}
