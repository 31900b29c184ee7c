import { memberOf } from "../../core/json.ts";
import { count } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { defineRule } from "../define.ts";
import { evalSetOf } from "./parts/eval-set.ts";

const fewest = 5;

export default defineRule({
  meta: {
    id: "evals-vague-prompt",
    category: "evals",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/evaluating-skills#designing-test-cases",
    summary: "Reports an eval prompt of fewer than five words.",
    why: 'Real users mention files, columns and reasons; a prompt such as "process this data" is too vague to test anything.',
    remedy: "Write what a user would ask, with the details of a real task.",
    severity: "info",
    off: true,
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const set = evalSetOf(skill);
    if (!set) return [];
    const prompts = set.evals
      .map((each) => memberOf(each, "prompt")?.value)
      .filter((node) => node?.kind === "string");
    return prompts.flatMap(({ value, range }) => {
      const words = wordsIn(value);
      return words === 0 || words >= fewest
        ? []
        : [
            {
              file: set.file.path,
              range,
              message: `prompt ${quote(value)} has only ${count(words, "word")}; write at least ${fewest}`,
            },
          ];
    });
  },
});

/**
 * The number of words in a prompt. Chinese and Japanese have no spaces between words, so two characters count as a
 * word. Long prompts are truncated first, as only short ones are reported.
 */
function wordsIn(prompt: string): number {
  const text = prompt.slice(0, 200);
  const characters = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu)?.length ?? 0;
  return (
    (text.match(/[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+/gu)?.length ?? 0) + Math.ceil(characters / 2)
  );
}
