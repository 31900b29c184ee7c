import { type Diagnostic, isCounted, type Subject } from "../model/report.ts";
import { count } from "../core/sentence.ts";

/** How many findings of one rule a report lists for one file: 900 KB of broken links would be 83 MB of JSON. */
const most = 100;

/** The subject with at most 100 findings of each rule in each file; the last of them says how many follow. */
export function capPlaces(subject: Subject): Subject {
  if (subject.findings.length <= most) return subject;
  const totals = new Map<string, number>();
  for (const finding of subject.findings) totals.set(keyOf(finding), (totals.get(keyOf(finding)) ?? 0) + 1);
  const listed = new Map<string, number>();
  const findings = subject.findings.flatMap((finding) => {
    const key = keyOf(finding);
    const at = (listed.get(key) ?? 0) + 1;
    listed.set(key, at);
    if (at > most) return [];
    const left = at === most ? (totals.get(key) ?? 0) - most : 0;
    if (left === 0) return [finding];
    return [{ ...finding, message: `${finding.message}; ${count(left, "more such place")} below` }];
  });
  return { ...subject, findings };
}

/** Errors are listed beside warnings of the same rule, and what counts beside what is suppressed. */
function keyOf(finding: Diagnostic): string {
  return `${finding.ruleId}\n${finding.severity}\n${isCounted(finding)}\n${finding.file}`;
}
