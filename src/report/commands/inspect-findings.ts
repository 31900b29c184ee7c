import type { Subject } from "../../model/report.ts";
import type { Severity } from "../../model/rule.ts";
import { count, series } from "../../core/sentence.ts";

const severities = [
  ["error", "error"],
  ["warning", "warning"],
  ["info", "note"],
] as const satisfies readonly (readonly [Severity, string])[];

/** "1 error and 2 notes", or nothing. What is wrong with an archive is told with it. */
export function countFindings({ findings: all }: Subject): string {
  const findings = all.filter(
    ({ ruleId }) => !ruleId.startsWith("archive-file-") && ruleId !== "archive-manifest-subject",
  );
  const counts = severities.flatMap(([severity, word]) => {
    const amount = findings.filter((finding) => finding.severity === severity).length;
    return amount > 0 ? [count(amount, word)] : [];
  });
  return series(counts);
}
