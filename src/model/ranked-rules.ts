import { isCounted, type Subject } from "./report.ts";
import { type Severity, severities } from "./rule.ts";

/** A rule with the severity of its worst findings. */
export interface RankedRule {
  readonly ruleId: string;
  readonly severity: Severity;
  /** Number of skills with findings of that severity. */
  readonly skills: number;
  readonly findings: number;
}

/** The rules with findings that count, worst first: by severity, then by the number of affected skills. */
export function rankRules(subjects: readonly Pick<Subject, "path" | "findings">[]): readonly RankedRule[] {
  const found = new Map<string, { severity: Severity; findings: number; skills: Set<string> }>();
  for (const { path, findings } of subjects)
    for (const { ruleId, severity } of findings.filter(isCounted)) {
      const known = found.get(ruleId);
      if (!known || severities.indexOf(severity) < severities.indexOf(known.severity))
        found.set(ruleId, { severity, findings: 1, skills: new Set([path]) });
      else if (known.severity === severity) {
        known.findings++;
        known.skills.add(path);
      }
    }
  return Array.from(found, ([ruleId, { severity, findings, skills }]) => ({
    ruleId,
    severity,
    findings,
    skills: skills.size,
  })).sort(
    (a, b) =>
      severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
      b.skills - a.skills ||
      b.findings - a.findings,
  );
}
