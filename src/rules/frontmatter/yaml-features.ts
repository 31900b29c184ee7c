import { withClientFindings } from "../parts/client-findings.ts";
import { defineRule } from "../define.ts";
import { hasBrokenYaml, problemFindings } from "./parts/problems.ts";

export default defineRule({
  meta: {
    id: "frontmatter-yaml-features",
    category: "portability",
    origin: "reference",
    source: "https://hitchdev.com/strictyaml/features-removed/",
    summary: "Reports anchors, aliases, tags, merge keys and directives in frontmatter.",
    why: "They are valid YAML, but skills-ref uses StrictYAML, which refuses them, and a few lines of aliases can expand to gigabytes in memory.",
    remedy: "Write the value out; quote a string that begins with `&`, `*` or `!`.",
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
