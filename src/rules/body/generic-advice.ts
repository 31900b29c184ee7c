import type { Finding } from "../../model/rule.ts";
import { quote } from "../../core/show.ts";
import type { SkillDocument } from "../../model/skill.ts";
import { defineRule } from "../define.ts";
import { proseOf, skillText, withoutCode } from "../parts/prose.ts";

/** Advice that an agent follows in any case; the first two are the guidance's examples. */
const phrases = [
  "handle errors appropriately",
  "follow best practices",
  "be thorough",
  "ensure high quality",
  "pay attention to detail",
  "test thoroughly",
  "use common sense",
  "use good judgment",
  "write clean code",
  "write high-quality code",
] as const;

const advice = new RegExp(`\\b(?:${phrases.join("|")})\\b`, "gi");

export default defineRule({
  meta: {
    id: "generic-advice",
    category: "clarity",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/best-practices",
    summary: 'Reports advice that applies to any task, such as "handle errors appropriately".',
    why: "It takes up context and changes nothing: an agent would do the same without the skill.",
    remedy: "Write what it means for this task, or delete it.",
    severity: "info",
    words: phrases,
    off: true,
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const text = skillText(skill);
    return skill.document && text && text.hasAny(phrases) ? findings(skill.document) : [];
  },
});

function* findings({ file, source, body }: SkillDocument): Generator<Finding> {
  const { text, start } = withoutCode(proseOf(source, body));
  for (const { 0: found, index } of text.matchAll(advice)) {
    const from = start + index;
    yield {
      file,
      range: source.range(from, from + found.length),
      message: `${quote(found)} applies to any task; write what it means for this one, or delete it`,
    };
  }
}
