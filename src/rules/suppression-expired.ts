import { quote } from "../core/show.ts";
import { hasExpired, type SuppressionUse } from "../model/suppression.ts";
import { defineRule } from "./define.ts";

export default defineRule<SuppressionUse>({
  meta: {
    id: "suppression-expired",
    category: "suppression",
    origin: "guidance",
    source: "https://github.com/cisco-ai-defense/skill-scanner/pull/223",
    summary: "Reports a suppression in the config whose last day is over.",
    why: "It silences nothing from then on: what was to be mended by that day counts again.",
    remedy: "Mend what it silenced and delete it, or give it another day and say why.",
    severity: "warning",
    since: "0.1.0",
  },
  check: ({ subject: { entries, today } }) =>
    entries
      .filter((entry) => hasExpired(entry, today))
      .map(({ rule, expires = "", reason, range }) => ({
        file: "",
        ...(range && { range }),
        message: `the suppression of "${rule}" held until ${expires} (${quote(reason, 80)}), expected what it silenced to be mended, or another day`,
      })),
});
