import type { Finding } from "../../model/rule.ts";
import type { Skill, SkillDocument } from "../../model/skill.ts";
import type { ParseProblem } from "../../model/frontmatter.ts";
import { count } from "../../core/sentence.ts";
import { documentName } from "../../model/document-name.ts";
import { isIndex, isSkillOfItsOwn } from "../files/nested-skill.ts";
import { refusalsAmong, withClientFindings } from "../parts/client-findings.ts";
import { defineRule } from "../define.ts";
import { isTooShort, problemFinding } from "./parts/problems.ts";

export default defineRule({
  meta: {
    id: "frontmatter-fence",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#skill-md-format",
    summary:
      "Reports frontmatter that is not between two lines of exactly `---`, with the first on line 1 of the file.",
    why: "A client that does not find both fences finds no name and no description: it does not load the skill, or shows the whole frontmatter to the model.",
    remedy: "Start the file with a line of exactly `---`, and end the frontmatter with another.",
    severity: "warning",
    fixable: "safe",
    since: "0.1.0",
  },
  check: ({ subject: skill }) =>
    withClientFindings(
      skill,
      ["fence-open", "fence-close"],
      skill.document?.problems.length ? Array.from(findings(skill, skill.document)) : [],
    ),
});

function* findings(skill: Skill, document: SkillDocument): Generator<Finding> {
  const unopened = document.problems.find(({ kind }) => kind === "no-frontmatter");
  const unclosed = document.problems.find(({ kind }) => kind === "unclosed-frontmatter");
  const closing = unclosed ?? document.problems.find((problem) => isTooShort(document, problem));
  if (unopened && closing) {
    yield problemFinding(
      document,
      withoutFences(unopened, closing),
      refusalsAmong(skill, ["fence-open", "fence-line", "fence-close"], "spec"),
    );
    return;
  }
  const inner = isIndex(document) ? skill.files.filter(({ path }) => isSkillOfItsOwn(path)).length : 0;
  if (unopened && inner > 0) {
    yield indexOf(inner, skill, unopened);
    return;
  }
  for (const problem of document.problems) {
    if (problem.kind === "no-frontmatter")
      yield problemFinding(document, problem, refusalsAmong(skill, ["fence-open", "fence-line"], "spec"));
    if (problem.kind === "unclosed-frontmatter")
      yield problemFinding(document, problem, refusalsAmong(skill, ["fence-close", "fence-line"], "spec"));
    if (problem.kind === "loose-fence") yield looseFence(skill, document, problem);
  }
}

/** An index of the skills below it is no skill that the specification could refuse. */
function indexOf(inner: number, skill: Skill, { range }: ParseProblem): Finding {
  return {
    file: documentName,
    range,
    refusals: refusalsAmong(skill, ["fence-open", "fence-line", "fence-close"]),
    severity: "info",
    message: `no frontmatter above ${count(inner, "skill")}; name an index README.md, as a skill starts with \`---\``,
  };
}

/** One finding and one fix for both fences. */
function withoutFences(unopened: ParseProblem, closing: ParseProblem): ParseProblem {
  const edits = [unopened, closing].flatMap(({ remedy }) => remedy?.edits ?? []);
  return closing.kind === "unclosed-frontmatter"
    ? {
        ...unopened,
        message: 'no "---" lines around the frontmatter; add one before and one after',
        remedy: { title: 'Insert "---" before and after the frontmatter', edits },
      }
    : {
        ...unopened,
        message: 'no "---" before the frontmatter, and "--" after it; write `---` in both places',
        remedy: { title: 'Write "---" before and after the frontmatter', edits },
      };
}

/**
 * Reports a fence that is not exactly "---". The specification shows fences but does not define how they must be
 * written; only text before the opening fence clearly violates it.
 */
function looseFence(skill: Skill, document: SkillDocument, problem: ParseProblem): Finding {
  const { start, end } = problem.range;
  const before = document.frontmatter !== undefined && start.offset < document.frontmatter.range.start.offset;
  const text = document.source.text.slice(start.offset, end.offset).trim();
  const followsText = before && start.column === 1 && text !== "" && !text.startsWith("-");
  const refusals = refusalsAmong(
    skill,
    before
      ? ["fence-open", "fence-line", "fence-close"]
      : isTooShort(document, problem)
        ? ["fence-close", "fence-line", "fence-open", "yaml-syntax"]
        : ["fence-close", "fence-line", "fence-open"],
    followsText || isTooShort(document, problem) ? "spec" : undefined,
  );
  return problemFinding(document, problem, refusals);
}
