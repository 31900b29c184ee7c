import { isRefusedFor } from "../../model/refusals.ts";
import type { Finding } from "../../model/rule.ts";
import { count } from "../../core/sentence.ts";
import type { Skill, SkillDocument } from "../../model/skill.ts";
import { withClientFindings } from "../parts/client-findings.ts";
import { defineRule } from "../define.ts";
import { characters, stringField, type StringField } from "../parts/fields.ts";
import { measure } from "../parts/measure.ts";

const most = 64;

export default defineRule({
  meta: {
    id: "name-length",
    category: "spec",
    origin: "spec",
    source: "https://agentskills.io/specification#name-field",
    summary: "Reports a `name` of more than 64 characters.",
    why: "A dozen clients, among them Codex CLI, do not load a skill with a longer name.",
    remedy: "Shorten the name, and rename the directory to match.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const field = stringField(skill, "name");
    // A name has at most as many characters as UTF-16 units, but NFKC may add more.
    if (field && field.value.length <= most && !isRefusedFor(skill, ["name-length"])) return [];
    return withClientFindings(
      skill,
      ["name-length"],
      field && skill.document ? Array.from(findings(skill, skill.document, field)) : [],
      field?.valueRange,
    );
  },
});

function* findings(
  skill: Skill,
  { file }: SkillDocument,
  { value, valueRange: range }: StringField,
): Generator<Finding> {
  const reason = "name-length";
  const name = value.trim();
  if (characters(name) > most) {
    yield {
      file,
      range,
      refusals: [{ target: "spec", reason }],
      message: `name has ${measure(name)}; shorten it to ${most}`,
    };
  } else if (isRefusedFor(skill, [reason])) {
    const normal = characters(name.normalize("NFKC"));
    yield {
      file,
      range,
      refusals: [{ reason }],
      message: `name has ${count(characters(name), "character")}, but ${normal} after NFKC normalization; shorten it to ${most}`,
    };
  }
}
