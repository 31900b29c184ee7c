import { quote } from "../core/show.ts";
import { defineRule } from "./define.ts";
import { uncued } from "./parts/description-cue.ts";

export default defineRule({
  meta: {
    id: "body-when-to-use",
    category: "clarity",
    origin: "guidance",
    source: "https://github.com/openai/skills/blob/main/skills/.system/skill-creator/SKILL.md",
    summary: "Reports a body that says when to use the skill where `description` does not.",
    why: "The body is read only after the skill was chosen, so what it says about when to choose it comes too late.",
    remedy: "Move the essence of that section into the description.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const { document } = skill;
    const heading = uncued(skill)?.heading;
    if (!document || !heading) return [];
    return [
      {
        file: document.file,
        range: heading.range,
        message: `the body says under ${quote(heading.text, 60)} when to use the skill, expected it in the description, by which clients choose`,
      },
    ];
  },
});
