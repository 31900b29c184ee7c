import type { Finding } from "../model/rule.ts";
import { grouped } from "../core/sentence.ts";
import type { SkillDocument } from "../model/skill.ts";
import type { Frontmatter, ParseProblemKind } from "../model/frontmatter.ts";
import { withClientFindings } from "./parts/client-findings.ts";
import { defineRule } from "./define.ts";

export default defineRule({
  meta: {
    id: "frontmatter-dashes",
    category: "portability",
    origin: "reference",
    source: "https://github.com/agentskills/agentskills/blob/main/skills-ref/src/skills_ref/parser.py",
    summary: "Reports three dashes inside the frontmatter.",
    why: "skills-ref, Google ADK and Spring AI end the frontmatter at the next three dashes, wherever they stand: fields behind them are lost, and their text becomes part of the body.",
    remedy: "Write a colon, a comma or an em dash; a divider in a comment can be made of other characters.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const { document } = skill;
    // Where a fence is not in its place, that is what is wrong.
    if (document?.problems.some(({ kind }) => fenceProblems.has(kind))) return [];
    return withClientFindings(
      skill,
      ["fence-line"],
      document?.frontmatter ? findings(document, document.frontmatter) : [],
    );
  },
});

const fenceProblems: ReadonlySet<ParseProblemKind> = new Set<ParseProblemKind>([
  "loose-fence",
  "no-frontmatter",
  "unclosed-frontmatter",
]);

function findings({ file, source }: SkillDocument, { range }: Frontmatter): readonly Finding[] {
  const dashes = /-{3,}/.exec(source.slice(range));
  if (!dashes) return [];
  const from = range.start.offset + dashes.index;
  const message = `${grouped(dashes[0].length)} dashes inside the frontmatter, at which skills-ref, Google ADK and Spring AI end it, expected fewer than three`;
  return [
    {
      file,
      range: source.range(from, from + dashes[0].length),
      refusals: [{ reason: "fence-line" }],
      message,
    },
  ];
}
