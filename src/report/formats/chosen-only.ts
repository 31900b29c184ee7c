import type { Report } from "../../model/report.ts";
import { isValidator, type Target, targets } from "../../model/target.ts";

/**
 * The report for people and forges: without the validators that were not chosen. The rules ask them in any case, and JSON
 * has their verdicts; uploaders and agents are only asked if they were chosen.
 */
export function chosenOnly(report: Report): Report {
  const subjects = report.subjects.map((subject) => {
    const chosen = [...report.targets, ...(subject.targets ?? [])];
    const isShown = (id: Target): boolean => !isValidator(id) || chosen.includes(id);
    return {
      ...subject,
      verdicts: Object.fromEntries(
        targets.flatMap((id) => {
          const verdict = subject.verdicts[id];
          return verdict && isShown(id) ? [[id, verdict]] : [];
        }),
      ),
      findings: subject.findings.map((finding) =>
        finding.refusedBy.every(isShown)
          ? finding
          : { ...finding, refusedBy: finding.refusedBy.filter(isShown) },
      ),
    };
  });
  return { ...report, subjects };
}
