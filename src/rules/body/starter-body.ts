import { starterSteps } from "../../model/starter-steps.ts";
import { defineRule } from "../define.ts";

const steps = starterSteps.trimEnd().split("\n");

export default defineRule({
  meta: {
    id: "starter-body",
    category: "clarity",
    origin: "guidance",
    source: "https://agentskills.io/specification#body-content",
    summary: "Reports the steps that `skills init` writes into a new SKILL.md, if they are unchanged.",
    why: "They apply to any task and give the agent no instructions, so the skill has no effect.",
    remedy: "Replace them with the steps of this skill.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: { document } }) {
    if (!document) return [];
    const { file, source, body } = document;
    const start = source.text.indexOf(steps[0]!, body.range.start.offset);
    if (start < 0) return [];
    const lines = source.text.slice(start, start + 2 * starterSteps.length).split(/\r?\n/, steps.length);
    if (steps.some((step, at) => lines[at] !== step)) return [];
    return [
      {
        file,
        range: source.range(start, start + steps[0]!.length),
        message: "these are the placeholder steps from `skills init`; write what this skill does",
      },
    ];
  },
});
