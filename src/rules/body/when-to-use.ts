import { quote } from "../../core/show.ts";
import { defineRule } from "../define.ts";
import { uncued } from "../description/parts/description-cue.ts";

export default defineRule({
  meta: {
    id: "body-when-to-use",
    category: "clarity",
    origin: "guidance",
    source: "https://github.com/openai/skills/blob/main/skills/.system/skill-creator/SKILL.md",
    summary: "Reports a body that says when to use the skill if `description` does not.",
    why: "The body is read only after the skill was chosen, so it cannot help a client to choose the skill.",
    remedy: "Move the main points of that section into the description.",
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
        message: `only the body says when to use the skill; move ${quote(heading.text, 40)} to the description`,
      },
    ];
  },
});
