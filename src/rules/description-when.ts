import { defineRule } from "./define.ts";
import { isVague } from "./description-vague.ts";
import { uncued } from "./parts/description-cue.ts";
import { stringField } from "./parts/fields.ts";

export default defineRule({
  meta: {
    id: "description-when",
    category: "clarity",
    origin: "spec",
    source: "https://agentskills.io/specification#description-field",
    summary: "Reports an English `description` that does not say when to use the skill.",
    why: "Clients choose a skill by its description alone; one that says only what the skill does leaves them to guess when it is wanted.",
    remedy:
      "Add the tasks, files or words of the user for which the skill is meant, in any grammar: `Use when …`, `for …`, `This skill should be used when …`.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const field = stringField(skill, "description");
    const answer = field && uncued(skill);
    // body-when-to-use speaks where the body has the answer, description-vague where not even what the skill does is said.
    if (!field || !skill.document || !answer || answer.heading || isVague(field.value)) return [];
    return [
      {
        file: skill.document.file,
        range: field.valueRange,
        message: "description says what the skill does, expected also when to use it",
      },
    ];
  },
});
