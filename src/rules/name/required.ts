import { withClientFindings } from "../parts/client-findings.ts";
import { defineRule } from "../define.ts";
import { isWellFormedName } from "./parts/name-text.ts";
import { required } from "../parts/required.ts";

export default defineRule({
  meta: {
    id: "name-required",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#name-field",
    summary: "Reports a skill without a `name`.",
    why: "Clients list, call and deduplicate skills by name; some use the directory's name instead, others do not load the skill.",
    remedy: "Add `name:` with the name of the skill's directory.",
    severity: "warning",
    fixable: "unsafe",
    since: "0.1.0",
  },
  check: ({ subject: skill }) =>
    withClientFindings(
      skill,
      ["name-missing", "name-empty"],
      required(skill, "name", isWellFormedName(skill.name) ? skill.name : undefined),
    ),
});
