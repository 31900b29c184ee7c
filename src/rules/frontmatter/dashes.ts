import type { ChosenPrograms, Finding } from "../../model/rule.ts";
import { grouped } from "../../core/sentence.ts";
import type { SkillDocument } from "../../model/skill.ts";
import type { Frontmatter, ParseProblemKind } from "../../model/frontmatter.ts";
import { withClientFindings } from "../parts/client-findings.ts";
import { nameClients } from "../parts/named-clients.ts";
import { defineRule } from "../define.ts";

export default defineRule({
  meta: {
    id: "frontmatter-dashes",
    category: "portability",
    origin: "reference",
    source: "https://github.com/agentskills/agentskills/blob/main/skills-ref/src/skills_ref/parser.py",
    summary: "Reports three or more dashes in a row inside the frontmatter.",
    why: "skills-ref, Claude Code, Google ADK and Spring AI end the frontmatter at the next three dashes, even in the middle of a line: the fields after them are lost, and their text becomes part of the body.",
    remedy: "Write a colon, a comma or an em dash; use other characters for a divider in a comment.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: skill, ...chosen }) {
    const { document } = skill;
    // If a fence is missing or misplaced, that is the actual problem, which frontmatter-fence reports.
    if (document?.problems.some(({ kind }) => fenceProblems.has(kind))) return [];
    return withClientFindings(
      skill,
      ["fence-line"],
      document?.frontmatter ? findings(document, document.frontmatter, chosen) : [],
    );
  },
});

const fenceProblems: ReadonlySet<ParseProblemKind> = new Set<ParseProblemKind>([
  "loose-fence",
  "no-frontmatter",
  "unclosed-frontmatter",
]);

function findings(
  { file, source }: SkillDocument,
  { range }: Frontmatter,
  chosen: ChosenPrograms,
): readonly Finding[] {
  const dashes = /-{3,}/.exec(source.slice(range));
  if (!dashes) return [];
  const from = range.start.offset + dashes.index;
  const message = `${grouped(dashes[0].length)} dashes end the frontmatter in ${nameClients(["Claude Code", "skills-ref", "Google ADK", "Spring AI agent utils"], chosen)}; write at most two`;
  return [
    {
      file,
      range: source.range(from, from + dashes[0].length),
      refusals: [{ reason: "fence-line" }],
      message,
    },
  ];
}
