import type { SuppressionUse } from "../model/suppression.ts";
import { defineRule } from "./define.ts";

export default defineRule<SuppressionUse>({
  meta: {
    id: "suppression-reason",
    category: "suppression",
    origin: "guidance",
    source: "https://github.com/NVIDIA/SkillSpector/pull/106",
    summary: "Reports a suppression without a reason.",
    why: "Whoever reads the skill later cannot tell whether the finding was wrong or unwelcome, so that a suppression without a reason silences nothing.",
    remedy: 'Add " -- " and why behind the rule.',
    severity: "warning",
    since: "0.1.0",
  },
  check: ({ subject: { comments } }) =>
    comments
      .filter(({ reason }) => reason === "")
      .map(({ file, range }) => ({
        file,
        range,
        message:
          'the suppression gives no reason and silences nothing, expected " -- " and a reason behind the rule',
      })),
});
