import { type Diagnostic, isCounted, type Subject } from "../model/report.ts";
import type { ReportLimit } from "../model/rule.ts";
import { count } from "../core/sentence.ts";

/** Findings that share one limit have the same key. */
interface Group {
  readonly key: string;
  readonly max: number;
}

/** Limits the findings of each rule to what it asks to have reported. Suppressed findings and those of a baseline are neither counted nor left out. */
export function limitByRule(
  findings: readonly Diagnostic[],
  limits: ReadonlyMap<string, ReportLimit>,
): readonly Diagnostic[] {
  return limit(findings, (finding) => {
    const { ruleId, file, message } = finding;
    const rule = limits.get(ruleId);
    if (!rule || !isCounted(finding)) return undefined;
    return { key: `${ruleId}\n${file}\n${rule.per === "message" ? message : ""}`, max: rule.max };
  });
}

/** How many findings of one rule a report lists for one file: 900 KB of broken links would be 83 MB of JSON. */
const most = 100;

/** The subject with at most 100 findings of each rule in each file. */
export function limitByFile(subject: Subject): Subject {
  if (subject.findings.length <= most) return subject;
  // Errors are listed beside warnings of the same rule, and what counts beside what is suppressed.
  const findings = limit(subject.findings, (finding) => ({
    key: `${finding.ruleId}\n${finding.severity}\n${isCounted(finding)}\n${finding.file}`,
    max: most,
  }));
  return { ...subject, findings };
}

/** At most `max` findings of each group; the last of them says how many were left out. A finding in no group stays as it is. */
function limit(
  findings: readonly Diagnostic[],
  groupOf: (finding: Diagnostic) => Group | undefined,
): readonly Diagnostic[] {
  const groups = findings.map(groupOf);
  const totals = new Map<string, number>();
  for (const group of groups) if (group) totals.set(group.key, (totals.get(group.key) ?? 0) + 1);
  const seen = new Map<string, number>();
  return findings.flatMap((finding, at) => {
    const group = groups[at];
    if (!group) return [finding];
    const { key, max } = group;
    const number = (seen.get(key) ?? 0) + 1;
    seen.set(key, number);
    if (number > max) return [];
    const omitted = number === max ? (totals.get(key) ?? 0) - max : 0;
    if (omitted === 0) return [finding];
    return [{ ...finding, message: `${finding.message}; ${count(omitted, "more such place")} below` }];
  });
}
