import { memberOf } from "../core/json.ts";
import { count } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import { defineRule } from "./define.ts";
import { evalSetOf } from "./parts/eval-set.ts";

const fewest = 5;

export default defineRule({
  meta: {
    id: "evals-vague-prompt",
    category: "evals",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/evaluating-skills#designing-test-cases",
    summary: "Reports the prompt of an eval that has fewer than five words.",
    why: 'Users name files, columns and reasons; a prompt such as "process this data" is too vague to test anything.',
    remedy: "Write what a user would, with the details of a real task.",
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
              message: `the prompt ${quote(value)} has ${count(words, "word")}, expected ${fewest} or more`,
            },
          ];
    });
  },
});

/** Chinese and Japanese put no blanks between words, which are two characters long in the mean; a longer prompt need not be counted. */
function wordsIn(prompt: string): number {
  const text = prompt.slice(0, 200);
  const characters = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu)?.length ?? 0;
  return (
    (text.match(/[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+/gu)?.length ?? 0) + Math.ceil(characters / 2)
  );
}
