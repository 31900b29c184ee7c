import { count, grouped, series, seriesAtMost } from "../../core/sentence.ts";
import type { Diagnostic, Subject } from "../../model/report.ts";
import type { Severity } from "../../model/rule.ts";
import { clean } from "../drawing/width.ts";
import { drawFinding, locationOf, type TextStyle } from "./text-finding.ts";
import { drawMore } from "./text-subject.ts";
import type { SkillFinding } from "./worst.ts";
import { asTyped } from "../drawing/as-typed.ts";

/** Findings of one rule in many skills: one is shown as an example, and some of the others are listed. */
export interface Fold extends SkillFinding {
  /** The first of the other findings. */
  readonly others: readonly SkillFinding[];
  /** The number of all other findings. */
  readonly more: number;
  /** The other skills. */
  readonly skills: readonly Subject[];
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

/** The findings of a rule: only those that may be shown, as a run may have hundreds of thousands. */
interface Group {
  readonly first: SkillFinding[];
  /** The first of the findings for which most targets refuse the skill. */
  worst: SkillFinding;
  readonly subjects: Subject[];
  findings: number;
}

/** The subjects with findings that are not folded or with files that were not read, and the folded rules. */
export function foldByRule(subjects: readonly Subject[]): {
  readonly alone: readonly Subject[];
  readonly folds: readonly Fold[];
} {
  const groups = new Map<string, Group>();
  for (const subject of subjects) for (const finding of subject.findings) addTo(groups, { finding, subject });
  const folds = Array.from(groups.values()).flatMap(fold);
  const folded = new Set(folds.map(({ finding }) => keyOf(finding)));
  return {
    alone: subjects.flatMap((subject) => {
      const findings = subject.findings.filter((finding) => !folded.has(keyOf(finding)));
      return findings.length + subject.partial.length > 0 ? [{ ...subject, findings }] : [];
    }),
    folds,
  };
}

function addTo(groups: Map<string, Group>, placed: SkillFinding): void {
  const { finding, subject } = placed;
  const key = keyOf(finding);
  const group = groups.get(key);
  if (!group) {
    groups.set(key, { first: [placed], worst: placed, subjects: [subject], findings: 1 });
    return;
  }
  group.findings++;
  if (group.first.length <= listedErrors) group.first.push(placed);
  if (finding.refusedBy.length > group.worst.finding.refusedBy.length) group.worst = placed;
  if (group.subjects.at(-1) !== subject) group.subjects.push(subject);
}

function fold({ first, worst, subjects, findings }: Group): readonly Fold[] {
  if (subjects.length <= mostSkills[worst.finding.severity]) return [];
  return [
    {
      ...worst,
      others: first.filter((each) => each !== worst).slice(0, listedErrors),
      more: findings - 1,
      skills: subjects.filter((subject) => subject !== worst.subject),
    },
  ];
}

/** Number of findings that are neither shown nor listed. */
export function countHidden(folds: readonly Fold[]): number {
  return folds.reduce((sum, fold) => sum + hiddenIn(fold), 0);
}

function hiddenIn({ finding, more }: Fold): number {
  if (finding.severity === "error") return Math.max(0, more - listedErrors);
  return more <= locatedFindings ? 0 : more;
}

/** Renders the example, followed by the location of each other error, or by the names of the other skills. */
export function drawFold(
  { finding, subject, others, more, skills }: Fold,
  name: (subject: Subject) => string,
  style: TextStyle,
): readonly string[] {
  const example = drawFinding(finding, subject, style);
  if (finding.severity === "error") {
    const rows = others.flatMap((each) =>
      drawMore(
        `also ${locationOf(each.finding, each.subject)}: ${asTyped(clean(each.finding.message), style.paint.command)}`,
        style,
      ),
    );
    const rest = more - others.length;
    return [
      ...example,
      ...rows,
      ...(rest > 0 ? drawMore(`and ${grouped(rest)} more (--all lists them)`, style) : []),
    ];
  }
  if (more <= locatedFindings) {
    const places = others.map((each) => locationOf(each.finding, each.subject));
    return [...example, ...drawMore(`also in ${series(places)}`, style)];
  }
  const also = more > skills.length ? ` (${count(more, "finding")})` : "";
  const names = seriesAtMost(skills.map(name), namedSkills);
  return [...example, ...drawMore(`also in ${count(skills.length, "more skill")}${also}: ${names}`, style)];
}

function keyOf({ severity, ruleId }: Diagnostic): string {
  return `${severity} ${ruleId}`;
}
