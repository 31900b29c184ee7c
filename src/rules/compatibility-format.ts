import type { Finding } from "../model/rule.ts";
import type { SkillDocument } from "../model/skill.ts";
import { withClientFindings } from "./parts/client-findings.ts";
import { defineRule } from "./define.ts";
import { characters, stringField, type StringField } from "./parts/fields.ts";
import { measure } from "./parts/measure.ts";
import { removalOf } from "./parts/removal.ts";

const most = 500;

export default defineRule({
  meta: {
    id: "compatibility-format",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#compatibility-field",
    summary: "Reports a `compatibility` that is blank or of more than 500 characters.",
    why: "CrewAI, Google ADK, Microsoft Agent Framework, Mistral Vibe and Mux drop a skill over the limit.",
    remedy: "Name the environment in one sentence, or leave the field out.",
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
    const message =
      style === "empty"
        ? "compatibility has no value, expected text or no such field"
        : "compatibility holds nothing but blanks, expected text or no such field";
    yield {
      file,
      range: style === "empty" ? keyRange : range,
      refusals: [{ target: "spec" }],
      message,
      fixes: removalOf(document, field, "Remove compatibility, which says nothing"),
    };
  } else if (characters(text) > most) {
    yield {
      file,
      range,
      refusals: [{ target: "spec", reason: "compatibility-length" }],
      message: `compatibility has ${measure(text)}, expected at most ${most}`,
    };
  }
}
