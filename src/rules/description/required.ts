import { withClientFindings } from "../parts/client-findings.ts";
import { defineRule } from "../define.ts";
import { required } from "../parts/required.ts";

export default defineRule({
  meta: {
    id: "description-required",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#description-field",
    summary: "Reports a skill without a `description`.",
    why: "The description is all that a model knows about a skill when it decides whether to load it; most clients do not load a skill without one.",
    remedy: "Say in one or two sentences what the skill does and when to use it.",
    severity: "warning",
    since: "0.1.0",
  },
  check: ({ subject: skill }) =>
    withClientFindings(skill, ["description-missing", "description-empty"], required(skill, "description")),
});
