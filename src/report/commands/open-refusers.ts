import { type Diagnostic, isCounted, type Subject } from "../../model/report.ts";
import { checkTargets, type CheckTarget } from "../../model/target.ts";

/** The targets that refuse a skill for a finding that counts. Others may refuse it for what was silenced, and still do. */
export function openRefusers(subject: Subject): readonly CheckTarget[] {
  return checkTargets.filter((id) => subject.verdicts[id] === "refuses" && tellSilenced(subject, id) === "");
}

/** "silenced: unknown-field", where a target refuses a skill for such findings alone; empty where it does not. */
export function tellSilenced(subject: Subject, id: CheckTarget): string {
  const reasons = reasonsOf(subject, id);
  if (reasons.length === 0 || reasons.some(isCounted)) return "";
  const rules = Array.from(new Set(reasons.map(({ ruleId }) => ruleId))).join(", ");
  return `${reasons.every(({ baselined }) => baselined) ? "in the baseline" : "silenced"}: ${rules}`;
}

function reasonsOf({ findings }: Subject, id: CheckTarget): readonly Diagnostic[] {
  return findings.filter(({ refusedBy }) => refusedBy.includes(id));
}
