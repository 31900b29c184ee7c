import type { Skill } from "../../model/skill.ts";
import { withClientFindings } from "../parts/client-findings.ts";
import { defineRule } from "../define.ts";
import { isTooShort, problemFindings } from "./parts/problems.ts";

export default defineRule({
  meta: {
    id: "frontmatter-yaml",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#frontmatter",
    summary: "Reports frontmatter that is not valid YAML.",
    why: "Most clients do not load a skill with invalid frontmatter, usually without a message; the few that repair it hide the problem from its author.",
    remedy:
      "Fix the YAML at the reported location; quote a string that contains a colon, a quote or an asterisk.",
    severity: "warning",
    fixable: "safe",
    since: "0.1.0",
  },
  check: ({ subject: skill }) =>
    withClientFindings(
      skill,
      isClosedTooLate(skill) ? [] : ["yaml-syntax"],
      problemFindings(
        skill,
        "yaml-syntax",
        ["yaml-syntax", "yaml-feature", "yaml-flow", "yaml-indentation"],
        "spec",
      ),
    ),
});

/** Whether clients read the body as YAML, because they do not see the closing fence. */
function isClosedTooLate({ document }: Skill): boolean {
  return document?.problems.some((problem) => isTooShort(document, problem)) ?? false;
}
