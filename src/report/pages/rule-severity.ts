import type { RuleMeta } from "../../model/rule.ts";
import { series } from "../../core/sentence.ts";
import type { CheckTarget } from "../../model/target.ts";

/** "warning; error where spec or skills-ref is a target": what a finding counts as. */
export function severityOf(
  { severity, danger, off, category }: RuleMeta,
  refusedBy: readonly CheckTarget[],
): string {
  if (off) return `${severity}, where ${category === "security" ? "--security or " : ""}--rule asks for it`;
  if (danger) return "error, whatever the target";
  return refusedBy.length > 0
    ? `${severity}; error where ${series(refusedBy, "or")} is a target and refuses the skill`
    : severity;
}
