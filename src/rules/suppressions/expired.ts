import { quote } from "../../core/show.ts";
import { hasExpired, type SuppressionUse } from "../../model/suppression.ts";
import { defineRule } from "../define.ts";

export default defineRule<SuppressionUse>({
  meta: {
    id: "suppression-expired",
    category: "suppression",
    origin: "guidance",
    source: "https://github.com/cisco-ai-defense/skill-scanner/pull/223",
    summary: "Reports a suppression in the config that has expired.",
    why: "It suppresses nothing after its last day: the findings that were to be fixed by then count again.",
    remedy: "Fix the findings and delete the suppression, or set a later date and give the reason.",
    severity: "warning",
    since: "0.1.0",
  },
  check: ({ subject: { entries, today } }) =>
    entries
      .filter((entry) => hasExpired(entry, today))
      .map(({ rule, expires = "", reason, range }) => ({
        file: "",
        ...(range && { range }),
        message: `suppression of "${rule}" expired after ${expires} (${quote(reason, 80)}); fix its findings or extend it`,
      })),
});
