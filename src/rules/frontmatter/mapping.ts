import { withClientFindings } from "../parts/client-findings.ts";
import { defineRule } from "../define.ts";
import { problemFindings } from "./parts/problems.ts";

export default defineRule({
  meta: {
    id: "frontmatter-mapping",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#frontmatter",
    summary: "Reports frontmatter that is a list or a string instead of `key: value` lines.",
    why: "It has no name and no description, so no client can list the skill.",
    remedy: "Write one `key: value` per line, with a space after the colon.",
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
