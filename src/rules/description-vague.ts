import { defineRule } from "./define.ts";
import { stringField } from "./parts/fields.ts";

/** Words that could appear in the description of any skill. */
const idle = new Set(
  "a an and any as at be by can do does etc for from general generic handle handles help helpful helper helpers helps in is it its make makes manage manages misc miscellaneous more my of on or other process processes processing simple skill skills some something stuff support supports task tasks the thing things this to tool toolkit tools use used useful user users using util utilities utility various with work working works you your data document documents file files content information code item items".split(
    " ",
  ),
);

/** Maximum number of words: longer descriptions are specific enough. */
const longest = 8;

export default defineRule({
  meta: {
    id: "description-vague",
    category: "clarity",
    origin: "spec",
    source: "https://agentskills.io/specification#description-field",
    summary: 'Reports a short `description` with at most one specific word, such as "Helps with PDFs."',
    why: "With many skills installed, an agent cannot see what this skill does or when to use it.",
    remedy:
      "Name what the skill does, to what, and when: `Extracts text and tables from PDF files. Use when …`.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const field = stringField(skill, "description");
    if (!field || !skill.document || !isVague(field.value)) return [];
    return [
      {
        file: skill.document.file,
        range: field.valueRange,
        message: "description is too vague for an agent to choose this skill",
      },
    ];
  },
});

/** Only for ASCII: other scripts may not separate words with spaces, so their words cannot be counted. */
export function isVague(text: string): boolean {
  if (text.length > 100 || /[^\x00-\x7f]/.test(text)) return false;
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.length > 0 && words.length <= longest && words.filter((word) => !idle.has(word)).length <= 1;
}
