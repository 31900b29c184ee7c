import type { Rule } from "../../model/rule.ts";
import type { SuppressionUse } from "../../model/suppression.ts";
import suppressionDanger from "../suppressions/danger.ts";
import suppressionExpired from "../suppressions/expired.ts";
import suppressionReason from "../suppressions/reason.ts";
import suppressionSpelling from "../suppressions/spelling.ts";
import suppressionUnknownRule from "../suppressions/unknown-rule.ts";
import suppressionUnused from "../suppressions/unused.ts";

/** Run after all other rules, on used and unused suppressions. */
export const suppressionRules: readonly Rule<SuppressionUse>[] = [
  suppressionSpelling,
  suppressionReason,
  suppressionUnknownRule,
  suppressionDanger,
  suppressionUnused,
  suppressionExpired,
];
