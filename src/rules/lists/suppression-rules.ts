import type { Rule } from "../../model/rule.ts";
import type { SuppressionUse } from "../../model/suppression.ts";
import suppressionDanger from "../suppression-danger.ts";
import suppressionExpired from "../suppression-expired.ts";
import suppressionReason from "../suppression-reason.ts";
import suppressionSpelling from "../suppression-spelling.ts";
import suppressionUnknownRule from "../suppression-unknown-rule.ts";
import suppressionUnused from "../suppression-unused.ts";

/** Run after all other rules, on used and unused suppressions. */
export const suppressionRules: readonly Rule<SuppressionUse>[] = [
  suppressionSpelling,
  suppressionReason,
  suppressionUnknownRule,
  suppressionDanger,
  suppressionUnused,
  suppressionExpired,
];
