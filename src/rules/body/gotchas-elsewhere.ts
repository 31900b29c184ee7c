import type { Finding } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { Skill } from "../../model/skill.ts";
import { defineRule } from "../define.ts";
import { skillText } from "../parts/prose.ts";

const words = ["gotcha", "pitfall"] as const;
const heading = /\b(?:gotchas?|pitfalls?)\b/i;
const markdown = /\.(?:md|markdown)$/i;

export default defineRule({
  meta: {
    id: "gotchas-elsewhere",
    category: "clarity",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/best-practices#gotchas-sections",
    summary: "Reports gotchas in another file that SKILL.md does not mention.",
    why: "An agent does not look up a problem that it does not expect, so it reads these notes too late.",
    remedy: "Move the gotchas to SKILL.md, or say in SKILL.md when to read them.",
    severity: "info",
    words,
    off: true,
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const text = skillText(skill);
    if (!text || text.hasAny(words)) return [];
    return findings(skill);
  },
});

function* findings({ texts }: Skill): Generator<Finding> {
  for (const text of texts) {
    if (!markdown.test(text.path) || !text.hasAny(words)) continue;
    const found = text.body.headings.find((each) => heading.test(each.text));
    if (found)
      yield {
        file: text.path,
        range: found.range,
        message: `SKILL.md does not mention this section, ${quote(found.text, 60)}; move it to SKILL.md, or say in SKILL.md when to read it`,
      };
  }
}
