import { withClientFindings } from "../parts/client-findings.ts";
import { defineRule } from "../define.ts";
import { problemFindings } from "./parts/problems.ts";

export default defineRule({
  meta: {
    id: "frontmatter-duplicate-field",
    category: "spec",
    origin: "spec",
    source: "https://yaml.org/spec/1.2.2/#3213-node-comparison",
    summary: "Reports a key that appears twice in the same map.",
    why: "YAML does not allow it: some clients do not load the skill, some use the first value and some the last.",
    remedy: "Remove one of the two.",
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
