import { count, grouped } from "../../core/sentence.ts";
import { defineRule } from "../define.ts";
import { characters, stringField } from "../parts/fields.ts";

/** Number of characters, a few sentences: nine of ten real descriptions have fewer than 440. */
const most = 600;

export default defineRule({
  meta: {
    id: "description-long",
    category: "clarity",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/optimizing-descriptions",
    summary: "Reports a `description` of more than 600 characters.",
    why: "Every description is in every prompt; Codex truncates all descriptions evenly to fit 2% of the context, and OpenClaw shows 220 characters in its compact list.",
    remedy:
      "Write a few sentences, and put what the skill does and its trigger words into the first two hundred characters.",
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
        message: `description has ${count(length, "character")} (recommended maximum ${grouped(most)})`,
      },
    ];
  },
});
