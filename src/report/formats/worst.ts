import { type Diagnostic, isCounted, type Report, type Subject } from "../../model/report.ts";
import { groupBy } from "../../core/group-by.ts";
import { type Severity, severities } from "../../model/rule.ts";
import { count, grouped, series } from "../../core/sentence.ts";

/** A finding, and the skill that contains it. */
export interface SkillFinding {
  readonly finding: Diagnostic;
  readonly subject: Subject;
}

/** The findings that count: errors first, notes last, and otherwise in the order of the report. */
export function worstFirst({ subjects }: Report, quiet: boolean): readonly SkillFinding[] {
  const placed = subjects.flatMap((subject) =>
    subject.findings.filter(isCounted).map((finding) => ({ finding, subject })),
  );
  return (quiet ? severities.slice(0, 1) : severities).flatMap((severity) =>
    placed.filter(({ finding }) => finding.severity === severity),
  );
}

/**
 * The report with the worst skill first, and in each skill the worst finding first; equal ones are sorted by the
 * number of refusing targets.
 */
export function withWorstFirst(report: Report): Report {
  const ranked = report.subjects.map((subject) => ({
    subject: {
      ...subject,
      findings: subject.findings.toSorted(
        (a, b) =>
          severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
          b.refusedBy.length - a.refusedBy.length,
      ),
    },
    counts: countsOf(subject),
  }));
  const sorted = ranked.sort((a, b) =>
    a.counts.reduce((rank, number, at) => rank || (b.counts[at] ?? 0) - number, 0),
  );
  return { ...report, subjects: sorted.map(({ subject }) => subject) };
}

function countsOf({ findings }: Subject): readonly number[] {
  const counted = findings.filter(isCounted);
  return severities.map((severity) => countOf({ findings: counted }, severity));
}

/** The number of a skill's findings with this severity. */
export function countOf({ findings }: Pick<Subject, "findings">, severity: Severity): number {
  return findings.filter((finding) => finding.severity === severity).length;
}

/** Maximum number of rules that are listed for hidden findings. */
const namedRules = 8;

/**
 * The number of findings by rule, most frequent first, such as "37 body-length, 2 name-format and 20 of 12 other
 * rules".
 */
export function countByRule(findings: readonly Pick<Diagnostic, "ruleId">[], most = namedRules): string {
  const counts = Array.from(
    groupBy(findings, ({ ruleId }) => ruleId),
    ([ruleId, members]) => ({ ruleId, number: members.length }),
  );
  const sorted = counts.toSorted((a, b) => b.number - a.number);
  const named = sorted.slice(0, most).map(({ ruleId, number }) => `${grouped(number)} ${ruleId}`);
  const others = sorted.slice(most);
  const rest =
    others.length === 0
      ? []
      : [
          `${grouped(others.reduce((sum, { number }) => sum + number, 0))} of ${count(others.length, "other rule")}`,
        ];
  return series([...named, ...rest]);
}
