import { count, grouped } from "../core/sentence.ts";
import { defineRule } from "./define.ts";
import { characters, stringField } from "./parts/fields.ts";

/** A few sentences: nine of ten real descriptions are shorter than 440 characters. */
const most = 600;

export default defineRule({
  meta: {
    id: "description-long",
    category: "clarity",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/optimizing-descriptions",
    summary: "Reports a `description` of more than 600 characters.",
    why: "Every description is in every prompt; Codex cuts all of them evenly to fit 2 % of the context, and OpenClaw shows 220 characters in its compact list.",
    remedy:
      "Keep to a few sentences, with what the skill does and the words that should call it in the first two hundred characters.",
    severity: "info",
    off: true,
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const field = stringField(skill, "description");
    const length = field ? characters(field.value.trim()) : 0;
    if (!field || !skill.document || length <= most) return [];
    return [
      {
        file: skill.document.file,
        range: field.valueRange,
        message: `description has ${count(length, "character")}, expected a few sentences, at most ${grouped(most)}`,
      },
    ];
  },
});
