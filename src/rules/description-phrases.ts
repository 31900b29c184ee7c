import { count, series } from "../core/sentence.ts";
import { defineRule } from "./define.ts";
import { characters, stringField } from "./parts/fields.ts";

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
    why: "Waza's style sets what a skill is for apart from what it is not for, so that neighbours in a large collection do not answer for one another.",
    remedy: "Add both phrases, each with the requests that belong to it.",
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
      ...(positive.includes(phrases[0]) ? [] : [phrases[0]]),
      ...(text.includes(phrases[1]) ? [] : [phrases[1]]),
    ];
    const length = characters(field.value.trim());
    if (missing.length === 0 && length >= least) return [];
    const without = missing.length > 0 ? ` and no ${series(missing, "or")}` : "";
    return [
      {
        file: skill.document.file,
        range: field.valueRange,
        message: `description has ${count(length, "character")}${without}, expected both phrases and at least ${least} characters`,
      },
    ];
  },
});
