import { count } from "../../core/sentence.ts";
import { defineRule } from "../define.ts";
import { evalSetOf, openingOf } from "./parts/eval-set.ts";

/**
 * The minimum that both guides agree on: agentskills.io starts with two or three, Anthropic's checklist ends with
 * three.
 */
const fewest = 2;

export default defineRule({
  meta: {
    id: "evals-count",
    category: "evals",
    origin: "guidance",
    source: "https://agentskills.io/skill-creation/evaluating-skills#designing-test-cases",
    summary: "Reports an `evals/evals.json` with fewer than two evals.",
    why: "One prompt tests little of a skill: the guide starts with two or three that differ in wording and detail, and Anthropic's checklist asks for three.",
    remedy: "Add prompts with other wording, and one for an edge case of the skill.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const set = evalSetOf(skill);
    if (!set || set.list.items.length >= fewest) return [];
    const { file, list } = set;
    return [
      {
        file: file.path,
        range: openingOf(file, list),
        message: `file has ${count(list.items.length, "eval")}; start with two or three`,
      },
    ];
  },
});
