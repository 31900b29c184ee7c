import { type Diagnostic, isCounted, type Subject } from "../model/report.ts";
import type { ReportLimit } from "../model/rule.ts";
import { count } from "../core/sentence.ts";

/** Findings with the same key, which share a limit. */
interface Group {
  readonly key: string;
  readonly max: number;
}

/**
 * Limits the number of findings of each rule to the rule's maximum. Suppressed and baselined findings do not count
 * and are never left out.
 */
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

/**
 * Maximum number of findings of one rule listed per file. 900 KB of broken links would otherwise result in 83 MB of
 * JSON.
 */
const most = 100;

/** The subject with at most 100 findings of each rule in each file. */
export function limitByFile(subject: Subject): Subject {
  if (subject.findings.length <= most) return subject;
  // Errors and warnings of a rule have separate limits, as do counted and suppressed findings.
  const findings = limit(subject.findings, (finding) => ({
    key: `${finding.ruleId}\n${finding.severity}\n${isCounted(finding)}\n${finding.file}`,
    max: most,
  }));
  return { ...subject, findings };
}

/**
 * Keeps at most `max` findings of each group; the last one of a group says how many were left out. Findings without a
 * group are not limited.
 */
function limit(
  findings: readonly Diagnostic[],
  groupOf: (finding: Diagnostic) => Group | undefined,
): readonly Diagnostic[] {
  const groups = findings.map(groupOf);
  const totals = new Map<string, number>();
  for (const group of groups) if (group) totals.set(group.key, (totals.get(group.key) ?? 0) + 1);
  if (!groups.some((group) => group && (totals.get(group.key) ?? 0) > group.max)) return findings;
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
    return [{ ...finding, message: `${finding.message}; ${count(omitted, "more such finding")} below` }];
  });
}
