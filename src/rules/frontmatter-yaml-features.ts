import { withClientFindings } from "./parts/client-findings.ts";
import { defineRule } from "./define.ts";
import { hasBrokenYaml, problemFindings } from "./parts/problems.ts";

export default defineRule({
  meta: {
    id: "frontmatter-yaml-features",
    category: "portability",
    origin: "reference",
    source: "https://hitchdev.com/strictyaml/features-removed/",
    summary: "Reports anchors, aliases, tags, merge keys and directives in frontmatter.",
    why: "It is YAML, but StrictYAML, and with it the reference, refuses all of them, and a few lines of them can make a reader build gigabytes.",
    remedy: "Write the value out; text that begins with &, * or ! belongs in double quotes.",
    severity: "warning",
    since: "0.1.0",
  },
  check: ({ subject: skill }) =>
    withClientFindings(
      skill,
      hasBrokenYaml(skill) ? [] : ["yaml-feature"],
      problemFindings(skill, "yaml-feature", ["yaml-feature", "yaml-syntax"]),
    ),
});
