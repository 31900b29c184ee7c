import { groupBy } from "../../core/group-by.ts";
import type { Diagnostic, Subject } from "../../model/report.ts";
import type { Severity } from "../../model/rule.ts";
import type { Placed } from "../formats/worst.ts";

/** What one rule says of many skills: it is shown once, and the skills are named. */
export interface Fold extends Placed {
  /** The other skills, in the order of the report. */
  readonly others: readonly Subject[];
  /** How many findings are not shown, in all of the skills. */
  readonly hidden: number;
}

/** Skills of which the findings of one rule are shown one by one: an error is to be mended in each, and the third note teaches nobody more. */
const mostSkills = { error: 10, warning: 3, info: 3 } as const satisfies Record<Severity, number>;

/** The subjects with the findings that stand alone, and the rules that speak of more skills than that. The first skill is the example. */
export function foldByRule(subjects: readonly Subject[]): {
  readonly alone: readonly Subject[];
  readonly folds: readonly Fold[];
} {
  const groups = groupBy(
    subjects.flatMap((subject) => subject.findings.map((finding) => ({ finding, subject }))),
    ({ finding: { ruleId, severity } }) => `${severity} ${ruleId}`,
  );
  const folds = Array.from(groups.values()).flatMap(fold);
  const folded = new Set(folds.map(({ finding }) => keyOf(finding)));
  return {
    alone: subjects.map((subject) => ({
      ...subject,
      findings: subject.findings.filter((finding) => !folded.has(keyOf(finding))),
    })),
    folds,
  };
}

function fold(group: readonly Placed[]): readonly Fold[] {
  const [first] = group;
  const skills = new Set(group.map(({ subject }) => subject));
  if (!first || skills.size <= mostSkills[first.finding.severity]) return [];
  const most = group.reduce(
    (worst, each) => (each.finding.refusedBy.length > worst.finding.refusedBy.length ? each : worst),
    first,
  );
  skills.delete(most.subject);
  return [{ ...most, others: Array.from(skills), hidden: group.length - 1 }];
}

function keyOf({ severity, ruleId }: Diagnostic): string {
  return `${severity} ${ruleId}`;
}
