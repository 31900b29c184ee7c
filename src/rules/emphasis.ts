import type { SkillDocument } from "../model/skill.ts";
import { count } from "../core/sentence.ts";
import { defineRule } from "./define.ts";
import { proseOf, withoutCode } from "./parts/prose.ts";

const shouted = /\b(?:ALWAYS|NEVER|MUST|CRITICAL|IMPORTANT|MANDATORY|REQUIRED|FORBIDDEN)\b/g;

/** Of a hundred lines, and in all: a few are anybody's right. */
const share = 10;
const least = 10;

export default defineRule({
  meta: {
    id: "emphasis",
    category: "clarity",
    origin: "guidance",
    source: "https://github.com/anthropics/skills/blob/main/skills/skill-creator/SKILL.md",
    summary: "Reports a body with more than ten words such as ALWAYS, NEVER and MUST in a hundred lines.",
    why: "Where everything is shouted nothing stands out; a reason is followed better than an order.",
    remedy: "Keep capitals for what must not go wrong, and give the reason for the rest.",
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
        message: `the body has ${count(found.length, "word")} such as this in ${count(document.body.lines, "line")}, expected at most ${share} in a hundred`,
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
