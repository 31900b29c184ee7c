import type { SuppressionUse } from "../../model/suppression.ts";
import { defineRule } from "../define.ts";

export default defineRule<SuppressionUse>({
  meta: {
    id: "suppression-reason",
    category: "suppression",
    origin: "guidance",
    source: "https://github.com/NVIDIA/SkillSpector/pull/106",
    summary: "Reports a suppression without a reason.",
    why: "A later reader cannot see whether the finding was wrong or just unwanted, so a suppression without a reason is ignored.",
    remedy: 'Add " -- " and the reason after the rule.',
    severity: "warning",
    since: "0.1.0",
  },
  check: ({ subject: { comments } }) =>
    comments
      .filter(({ reason }) => reason === "")
      .map(({ file, range }) => ({
        file,
        range,
        message: "suppression ignored: it gives no reason; add ` -- reason`",
      })),
});
