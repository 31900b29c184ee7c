import type { SkillDocument } from "../../model/skill.ts";
import { count } from "../../core/sentence.ts";
import { defineRule } from "../define.ts";
import { proseOf, withoutCode } from "../parts/prose.ts";

const shouted = /\b(?:ALWAYS|NEVER|MUST|CRITICAL|IMPORTANT|MANDATORY|REQUIRED|FORBIDDEN)\b/g;

/** Maximum number per hundred lines, and minimum number in the whole body, as a few are acceptable. */
const share = 10;
const least = 10;

export default defineRule({
  meta: {
    id: "emphasis",
    category: "clarity",
    origin: "guidance",
    source: "https://github.com/anthropics/skills/blob/main/skills/skill-creator/SKILL.md",
    summary: "Reports a body with more than ten words such as ALWAYS, NEVER and MUST per hundred lines.",
    why: "If everything is in capitals, nothing is emphasized; agents follow a reason better than an order.",
    remedy: "Use capitals only for critical rules, and give the reason for the rest.",
    severity: "info",
    off: true,
    since: "0.1.0",
  },
  check({ subject: { document } }) {
    if (!document) return [];
    const found = shoutsIn(document);
    if (found.length < least || found.length * 100 <= document.body.lines * share) return [];
    const [first] = found;
    const range = document.source.range(first!.start, first!.end);
    return [
      {
        file: document.file,
        range,
        message: `body has ${count(found.length, "emphatic word")} (ALWAYS, MUST, …) in ${count(document.body.lines, "line")}; keep to ${share} per 100 lines`,
      },
    ];
  },
});

function shoutsIn({
  source,
  body,
}: SkillDocument): readonly { readonly start: number; readonly end: number }[] {
  const { text, start } = withoutCode(proseOf(source, body));
  return Array.from(text.matchAll(shouted), ({ 0: word, index }) => ({
    start: start + index,
    end: start + index + word.length,
  }));
}
