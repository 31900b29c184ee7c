import { defineRule } from "../define.ts";
import { isVague } from "./vague.ts";
import { uncued } from "./parts/description-cue.ts";
import { stringField } from "../parts/fields.ts";

export default defineRule({
  meta: {
    id: "description-when",
    category: "clarity",
    origin: "spec",
    source: "https://agentskills.io/specification#description-field",
    summary:
      "Reports a `description` that does not say when to use the skill, or only when not to; in English, Chinese, Japanese, Korean, Spanish, Portuguese, German and French.",
    why: "Clients choose a skill by its description alone; without this information they have to guess when the skill is needed.",
    remedy:
      "Add the tasks, files or user phrases that the skill is meant for, in any form: `Use when …`, `for …`, `This skill should be used when …`.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const field = stringField(skill, "description");
    const answer = field && uncued(skill);
    // A body that says when to use the skill is reported by body-when-to-use, and a description that does not even say
    // what the skill does by description-vague.
    if (!field || !skill.document || !answer || answer.heading || isVague(field.value, skill.name)) return [];
    return [
      {
        file: skill.document.file,
        range: field.valueRange,
        message: 'description does not say when to use the skill; add "Use when …"',
      },
    ];
  },
});
