import { limits } from "../../model/limits.ts";
import type { Finding } from "../../model/rule.ts";
import { grouped } from "../../core/sentence.ts";
import type { Skill } from "../../model/skill.ts";
import type { FileEntry } from "../../model/source.ts";
import { refusalsAmong, withClientFindings } from "../parts/client-findings.ts";
import { defineRule } from "../define.ts";

export default defineRule({
  meta: {
    id: "skill-file-size",
    category: "portability",
    origin: "client:mux",
    source: "https://github.com/coder/mux",
    summary: "Reports a SKILL.md, or its frontmatter, that is too large to be read.",
    why: "Mux does not load a SKILL.md over 1 MiB, nor OpenClaw one over 256,000 bytes; neither fits into an agent's context.",
    remedy: "Move text that is not always needed to files under references/ and refer to them in SKILL.md.",
    severity: "warning",
    since: "0.1.0",
  },
  check: ({ subject: skill }) =>
    withClientFindings(skill, ["too-large"], [...unreadFrontmatter(skill), ...unreadFile(skill)]),
});

/** The SKILL.md, if it was not read because of its size. */
export function unreadForSize({ document, files }: Skill): FileEntry | undefined {
  if (document?.file === "SKILL.md") return undefined;
  return files.find(
    ({ path, kind, size }) => path === "SKILL.md" && kind === "file" && size > limits.textBytes,
  );
}

function unreadFrontmatter({ document }: Skill): readonly Finding[] {
  if (!document || document.problems.length === 0) return [];
  const { file, problems } = document;
  return problems
    .filter(({ kind }) => kind === "too-large")
    .map(({ message, range }) => ({ file, range, refusals: [{ reason: "too-large" }], message }));
}

function unreadFile(skill: Skill): readonly Finding[] {
  const entry = unreadForSize(skill);
  if (!entry) return [];
  // The target "spec" refuses the skill too, as a file that was not read cannot be called valid.
  return [
    {
      file: entry.path,
      refusals: refusalsAmong(skill, ["too-large", "unreadable"], "spec"),
      message: `"SKILL.md" has ${grouped(entry.size)} bytes (maximum ${grouped(limits.textBytes)})`,
    },
  ];
}
