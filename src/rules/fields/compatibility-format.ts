import type { Finding } from "../../model/rule.ts";
import type { SkillDocument } from "../../model/skill.ts";
import { withClientFindings } from "../parts/client-findings.ts";
import { defineRule } from "../define.ts";
import { characters, stringField, type StringField } from "../parts/fields.ts";
import { measure } from "../parts/measure.ts";
import { removalOf } from "./parts/removal.ts";

const most = 500;

export default defineRule({
  meta: {
    id: "compatibility-format",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#compatibility-field",
    summary: "Reports a `compatibility` that is empty or longer than 500 characters.",
    why: "CrewAI, Google ADK, Microsoft Agent Framework, Mistral Vibe and Mux do not load a skill over the limit.",
    remedy: "Describe the environment in one sentence, or remove the field.",
    severity: "warning",
    fixable: "safe",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const field = stringField(skill, "compatibility");
    return withClientFindings(
      skill,
      ["compatibility-length"],
      field && skill.document ? Array.from(findings(skill.document, field)) : [],
      field?.valueRange,
    );
  },
});

function* findings(document: SkillDocument, field: StringField): Generator<Finding> {
  const { file } = document;
  const { keyRange, valueRange: range, style } = field;
  const text = field.value.trim();
  if (text === "") {
    yield {
      file,
      range: style === "empty" ? keyRange : range,
      message: "compatibility is empty; describe the environment or remove the field",
      fixes: removalOf(document, field, "Remove the empty compatibility"),
    };
  } else if (characters(text) > most) {
    yield {
      file,
      range,
      refusals: [{ target: "spec", reason: "compatibility-length" }],
      message: `compatibility has ${measure(text)}, over the limit of ${most}; shorten it`,
    };
  }
}
