import { count, series } from "../../core/sentence.ts";
import { defineRule } from "../define.ts";
import { characters, stringField } from "../parts/fields.ts";

const least = 150;
const phrases = ["USE FOR:", "DO NOT USE FOR:"] as const;

export default defineRule({
  meta: {
    id: "description-phrases",
    category: "clarity",
    origin: "guidance",
    source: "https://github.com/microsoft/waza",
    summary:
      "Reports a `description` without `USE FOR:` and `DO NOT USE FOR:`, or shorter than 150 characters.",
    why: "Waza's style separates what a skill is for from what it is not for, so that similar skills in a large collection are not confused.",
    remedy: "Add both phrases, each followed by the requests that belong to it.",
    severity: "info",
    off: true,
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const field = stringField(skill, "description");
    if (!field || !skill.document || field.value.trim() === "") return [];
    const text = field.value.toUpperCase();
    const positive = text.replaceAll(phrases[1], "");
    const missing = [
      ...(positive.includes(phrases[0]) ? [] : [`\`${phrases[0]}\``]),
      ...(text.includes(phrases[1]) ? [] : [`\`${phrases[1]}\``]),
    ];
    const length = characters(field.value.trim());
    if (missing.length === 0 && length >= least) return [];
    const problems = [
      ...(missing.length > 0 ? [`no ${series(missing, "or")}`] : []),
      ...(length < least ? [`only ${count(length, "character")} (recommended minimum ${least})`] : []),
    ];
    return [
      {
        file: skill.document.file,
        range: field.valueRange,
        message: `description has ${series(problems)}`,
      },
    ];
  },
});
