import { withClientFindings } from "./parts/client-findings.ts";
import { defineRule } from "./define.ts";
import { problemFindings } from "./parts/problems.ts";

export default defineRule({
  meta: {
    id: "frontmatter-yaml",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#frontmatter",
    summary: "Reports frontmatter that is not YAML.",
    why: "Most clients drop a skill whose frontmatter they cannot read, mostly without a word; the few that mend it hide the fault from its author.",
    remedy:
      "Mend the YAML at the place named; text with a colon, a quote or an asterisk belongs in double quotes.",
    severity: "warning",
    fixable: "safe",
    since: "0.1.0",
  },
  check: ({ subject: skill }) =>
    withClientFindings(
      skill,
      ["yaml-syntax"],
      problemFindings(
        skill,
        "yaml-syntax",
        ["yaml-syntax", "yaml-feature", "yaml-flow", "yaml-indentation"],
        "spec",
      ),
    ),
});
