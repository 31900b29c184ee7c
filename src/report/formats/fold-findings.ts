import { groupBy } from "../../core/group-by.ts";
import { count, grouped, series, seriesAtMost } from "../../core/sentence.ts";
import type { Diagnostic, Subject } from "../../model/report.ts";
import type { Severity } from "../../model/rule.ts";
import { clean } from "../drawing/width.ts";
import { drawFinding, locationOf, type TextStyle } from "./text-finding.ts";
import { drawMore } from "./text-subject.ts";
import type { Placed } from "./worst.ts";

/** Findings of one rule in many skills: one is shown as an example, and the others are listed. */
export interface Fold extends Placed {
  readonly others: readonly Placed[];
}

/**
 * If more skills than this have findings of a rule, they are folded. The limit for errors is higher, as each must be
 * fixed; most notes need no reading.
 */
const mostSkills = { error: 10, warning: 3, info: 1 } as const satisfies Record<Severity, number>;

/** Maximum number of skills named for a folded rule. */
const namedSkills = 6;

/** If a folded rule has more other findings, the skills are named instead of the locations. */
const locatedFindings = 3;

/** Maximum number of errors listed for a folded rule. */
const listedErrors = 20;

/** The subjects with the findings that are not folded, and the folded rules. */
export function foldByRule(subjects: readonly Subject[]): {
  readonly alone: readonly Subject[];
  readonly folds: readonly Fold[];
} {
  const groups = groupBy(
    subjects.flatMap((subject) => subject.findings.map((finding) => ({ finding, subject }))),
    ({ finding }) => keyOf(finding),
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

/** The example is the first of the findings for which most targets refuse the skill. */
function fold(group: readonly Placed[]): readonly Fold[] {
  const [first] = group;
  const skills = new Set(group.map(({ subject }) => subject));
  if (!first || skills.size <= mostSkills[first.finding.severity]) return [];
  const most = group.reduce(
    (worst, each) => (each.finding.refusedBy.length > worst.finding.refusedBy.length ? each : worst),
    first,
  );
  return [{ ...most, others: group.filter((each) => each !== most) }];
}

/** Number of findings that are neither shown nor listed. */
export function countHidden(folds: readonly Fold[]): number {
  return folds.reduce((sum, fold) => sum + hiddenIn(fold), 0);
}

function hiddenIn({ finding, others }: Fold): number {
  if (finding.severity === "error") return Math.max(0, others.length - listedErrors);
  return others.length <= locatedFindings ? 0 : others.length;
}

/** Renders the example, followed by the location of each other error, or by the names of the other skills. */
export function drawFold(
  { finding, subject, others }: Fold,
  name: (subject: Subject) => string,
  style: TextStyle,
): readonly string[] {
  const example = drawFinding(finding, subject, style);
  if (finding.severity === "error") {
    const rows = others
      .slice(0, listedErrors)
      .flatMap((each) =>
        drawMore(`also ${locationOf(each.finding, each.subject)}: ${clean(each.finding.message)}`, style),
      );
    const more = others.length - listedErrors;
    return [
      ...example,
      ...rows,
      ...(more > 0 ? drawMore(`and ${grouped(more)} more (--all lists them)`, style) : []),
    ];
  }
  if (others.length <= locatedFindings) {
    const places = others.map((each) => locationOf(each.finding, each.subject));
    return [...example, ...drawMore(`also in ${series(places)}`, style)];
  }
  const skills = Array.from(new Set(others.map((other) => other.subject))).filter((each) => each !== subject);
  const also = others.length > skills.length ? ` (${count(others.length, "finding")})` : "";
  const names = seriesAtMost(skills.map(name), namedSkills);
  return [...example, ...drawMore(`also in ${count(skills.length, "more skill")}${also}: ${names}`, style)];
}

function keyOf({ severity, ruleId }: Diagnostic): string {
  return `${severity} ${ruleId}`;
}
