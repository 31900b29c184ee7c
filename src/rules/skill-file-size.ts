import { limits } from "../model/limits.ts";
import type { Finding } from "../model/rule.ts";
import { grouped } from "../core/sentence.ts";
import type { Skill } from "../model/skill.ts";
import type { FileEntry } from "../model/source.ts";
import { refusalsAmong, withClientFindings } from "./parts/client-findings.ts";
import { defineRule } from "./define.ts";

export default defineRule({
  meta: {
    id: "skill-file-size",
    category: "portability",
    origin: "client:mux",
    source: "https://github.com/coder/mux",
    summary: "Reports a SKILL.md, or frontmatter, too large to be read.",
    why: "Mux drops a SKILL.md over 1 MiB and OpenClaw one over 256,000 bytes; an agent's context holds neither.",
    remedy: "Move what is not needed at once to files under references/ and name them in SKILL.md.",
    severity: "warning",
    since: "0.1.0",
  },
  check: ({ subject: skill }) =>
    withClientFindings(skill, ["too-large"], [...unreadFrontmatter(skill), ...unreadFile(skill)]),
});

/** The SKILL.md of which no byte is read. */
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
  // What nobody read is not accepted by anybody.
  return [
    {
      file: entry.path,
      refusals: refusalsAmong(skill, ["too-large", "unreadable"], "spec"),
      message: `"SKILL.md" has ${grouped(entry.size)} bytes, expected at most ${grouped(limits.textBytes)}`,
    },
  ];
}
