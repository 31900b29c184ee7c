import { withClientFindings } from "./parts/client-findings.ts";
import { defineRule } from "./define.ts";
import { problemFindings } from "./parts/problems.ts";

export default defineRule({
  meta: {
    id: "frontmatter-mapping",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#frontmatter",
    summary: "Reports frontmatter that is a list or a text, not `key: value` lines.",
    why: "There is no name and no description in it, so that no client can list the skill.",
    remedy: "Write one `key: value` a line; the colon needs a blank behind it.",
    severity: "warning",
    since: "0.1.0",
  },
  check: ({ subject: skill }) =>
    withClientFindings(
      skill,
      ["not-a-mapping"],
      problemFindings(skill, "not-a-mapping", ["not-a-mapping"], "spec"),
    ),
});
