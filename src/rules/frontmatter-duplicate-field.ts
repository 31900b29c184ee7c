import { withClientFindings } from "./parts/client-findings.ts";
import { defineRule } from "./define.ts";
import { problemFindings } from "./parts/problems.ts";

export default defineRule({
  meta: {
    id: "frontmatter-duplicate-field",
    category: "spec",
    origin: "spec",
    source: "https://yaml.org/spec/1.2.2/#3213-node-comparison",
    summary: "Reports a key that stands twice in the same mapping.",
    why: "YAML does not allow it; some clients drop the skill, some keep the first value and some the last.",
    remedy: "Keep one of the two.",
    severity: "warning",
    since: "0.1.0",
  },
  check: ({ subject: skill }) =>
    withClientFindings(
      skill,
      ["duplicate-key"],
      problemFindings(skill, "duplicate-key", ["duplicate-key"], "spec"),
    ),
});
