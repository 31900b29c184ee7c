import type { JsonString } from "../../core/json.ts";
import { quote } from "../../core/show.ts";
import { defineRule } from "../define.ts";
import { checkItemsOf, evalSetOf } from "./parts/eval-set.ts";

export default defineRule({
  meta: {
    id: "evals-weak-assertion",
    category: "evals",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/evaluating-skills#writing-assertions",
    summary: 'Reports an assertion that is too vague to grade, such as "the output is good".',
    why: "Two graders may judge it differently, so its result shows nothing about the skill.",
    remedy: "Describe something that can be observed or counted in the output.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const set = evalSetOf(skill);
    if (!set) return [];
    const sentences = set.evals.flatMap(checkItemsOf).filter((item) => item.kind === "string");
    return sentences.filter(isWeak).map(({ value, range }) => ({
      file: set.file.path,
      range,
      message: `${quote(value)} is too vague to grade; describe what to look for in the output`,
    }));
  },
});

const longest = 80;
const subject =
  "(?:the |its )?(?:overall )?(?:output|response|answer|result|report|code|document|text|summary|file|skill|solution|content|quality)s?";
const praise =
  "(?:good|great|nice|fine|correct|right|appropriate|reasonable|adequate|acceptable|satisfactory|helpful|useful|sensible|excellent|perfect|complete|accurate|clear|clean|valuable|proper|high|high[- ]quality|of (?:good|high) quality|well[- ]written|well[- ]formatted|as expected)";
/**
 * Matches only whole sentences, as longer ones may be specific. No part of the pattern is ambiguous, so matching
 * takes linear time.
 */
const weak = new RegExp(
  `^${subject} (?:is|are|looks?|seems?|feels?|should be|must be) (?:very |really |quite )?${praise}(?: and (?:very )?${praise})?[.!]?$|^(?:everything |it |${subject} )?works?(?: (?:correctly|properly|well|fine|as expected))[.!]?$`,
  "i",
);

function isWeak({ value }: JsonString): boolean {
  return value.length <= longest && weak.test(value.trim());
}
