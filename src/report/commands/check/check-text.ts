import { groupBy } from "../../../core/group-by.ts";
import { count, grouped } from "../../../core/sentence.ts";
import {
  countedOnly,
  type Diagnostic,
  type Report,
  type Reporter,
  type ReporterContext,
  type Subject,
} from "../../../model/report.ts";
import type { Severity } from "../../../model/rule.ts";
import { wrap } from "../../drawing/text-wrap.ts";
import { clean } from "../../drawing/width.ts";
import { placeOf, type TextStyle } from "../../formats/text-finding.ts";
import { drawSubject, drawUnread } from "../../formats/text-subject.ts";
import { drawSummary } from "../../formats/text-summary.ts";
import { drawSuppressed, joinBlocks } from "../../formats/text.ts";
import { countByRule, type Placed, withWorstFirst } from "../../formats/worst.ts";
import { type CheckView, drawNext } from "./check-next.ts";
import { drawMany, drawOne } from "./check-verdicts.ts";
import { shortNames } from "./short-names.ts";

/** Text output on one page: findings with the worst first, verdicts, totals and the next commands. */
export function checkText(view: CheckView): Reporter {
  return (given, context) => {
    const report = withWorstFirst(given);
    const findings = drawCheckFindings(report, context);
    const { paint } = context;
    const unread = drawUnread(report.unread, "", paint);
    const width = context.width ?? Infinity;
    const end = [...wrap(drawSummary(report, paint), width), ...drawSuppressed(report, paint, width)];
    const rest = context.quiet
      ? [[...drawControls(view, context), ...end]]
      : [
          ...drawTried(report, view, context),
          [...drawControls(view, context), ...end],
          drawNext(report, view, context),
        ];
    return joinBlocks([...findings, unread, ...rest]);
  };
}

function drawTried(
  report: Report,
  { checked }: CheckView,
  context: ReporterContext,
): readonly (readonly string[])[] {
  const tried = new Map(checked.map((skill) => [skill.skill, skill]));
  const subjects = report.subjects.filter(({ path }) => tried.has(path));
  const [subject] = subjects;
  if (!subject) return [];
  return subjects.length === 1
    ? [drawOne(subject, tried.get(subject.path), report.targets, context)]
    : drawMany(subjects, checked, context);
}

function drawControls(
  { controls }: CheckView,
  { paint: { severity }, width = Infinity }: ReporterContext,
): readonly string[] {
  if (controls.length === 0) return [];
  return [
    severity.error(
      "Agent checks were skipped: an agent gave unexpected results for the known-good or known-bad test skills.",
    ),
    ...controls.flatMap((sentence) => wrap(clean(sentence), width - 2).map((line) => `  ${line}`)),
  ];
}

/** If there are more findings, each gets one line; errors are counted separately. */
const shownWhole = { one: 60, many: 8 };

/** If there are more findings, notes for which no target refuses a skill are only counted. */
const shownSmall = 20;

/** Maximum number of skills listed per rule; more for errors, as each must be fixed. */
const namedSkills = { error: 40, warning: 6, info: 6 } as const satisfies Record<Severity, number>;

const order: readonly Severity[] = ["error", "warning", "info"];

/** Lines that belong together, and the number of targets that refuse a skill because of the finding. */
interface Block {
  readonly refusers: number;
  readonly lines: readonly string[];
}

/**
 * Renders the findings that count. For several skills, all errors precede all warnings; findings with more refusing
 * targets come first.
 */
function drawCheckFindings({ subjects }: Report, context: ReporterContext): readonly (readonly string[])[] {
  const counted = subjects
    .map(countedOnly)
    .map((subject) => (context.quiet ? only(subject, ({ severity }) => severity === "error") : subject));
  const { alone, folds } = context.all ? { alone: counted, folds: [] } : foldByRule(counted);
  const found = [...alone.flatMap(({ findings }) => findings), ...folds.map(({ finding }) => finding)];
  const isOne = subjects.filter(({ kind }) => kind !== "config").length <= 1;
  const style = styleOf(found, isOne ? shownWhole.one : shownWhole.many, context);
  if (isOne) return alone.map((subject) => drawSubject(subject, style));
  const shown =
    found.length > shownSmall && !context.all
      ? alone.map((subject) => only(subject, (finding) => !isSmall(finding)))
      : alone;
  const name = shortNames(subjects);
  const tiers = order.map((severity) =>
    worstOf([
      ...shown.map((subject) =>
        blockOf({ ...only(subject, (finding) => finding.severity === severity), partial: [] }, style),
      ),
      ...folds
        .filter(({ finding }) => finding.severity === severity)
        .map((fold) => ({ refusers: fold.finding.refusedBy.length, lines: drawFold(fold, name, style) })),
    ]),
  );
  const unread = shown.flatMap((subject) => drawSubject({ ...subject, findings: [] }, style));
  const small =
    shown === alone
      ? []
      : found.filter((finding) => isSmall(finding) && !folds.some((fold) => fold.finding === finding));
  // Many findings have few lines each, and empty lines between them would take a second page.
  return [
    ...(found.length > shownWhole.many ? tiers.map((tier) => tier.flat()) : tiers.flat()),
    unread,
    drawHidden(folds, small, style),
  ];
}

/** Whether a finding is a note for which no target refuses the skill. */
function isSmall({ severity, refusedBy }: Diagnostic): boolean {
  return severity === "info" && refusedBy.length === 0;
}

function styleOf(
  shown: readonly Diagnostic[],
  most: number,
  { paint, width = Infinity, all = false }: ReporterContext,
): TextStyle {
  const errors = shown.filter(({ severity }) => severity === "error").length;
  return {
    paint,
    width,
    detailed: ({ severity }) => (severity === "error" ? errors : shown.length) <= most,
    all,
  };
}

function worstOf(blocks: readonly Block[]): readonly (readonly string[])[] {
  return blocks
    .filter(({ lines }) => lines.length > 0)
    .toSorted((a, b) => b.refusers - a.refusers)
    .map(({ lines }) => lines);
}

function only(subject: Subject, isMeant: (finding: Diagnostic) => boolean): Subject {
  return { ...subject, findings: subject.findings.filter(isMeant) };
}

function blockOf(subject: Subject, style: TextStyle): Block {
  return {
    refusers: Math.max(0, ...subject.findings.map(({ refusedBy }) => refusedBy.length)),
    lines: drawSubject(subject, style),
  };
}

/** Renders the example, followed by the names of the other skills. */
function drawFold(
  { finding, subject, others, hidden }: Fold,
  name: (subject: Subject) => string,
  style: TextStyle,
): readonly string[] {
  const most = namedSkills[finding.severity];
  const also = hidden > others.length ? ` (${count(hidden, "finding")})` : "";
  const text = `and ${grouped(others.length)} more skills${also}: ${others.slice(0, most).map(name).join(", ")}${others.length > most ? ", …" : ""} [${finding.ruleId}]`;
  const indent = " ".repeat(placeOf(finding).length === 0 ? 2 : placeOf(finding).length + 4);
  return [
    ...drawSubject({ ...subject, findings: [finding], partial: [] }, style),
    ...wrap(text, style.width - indent.length).map((line) => indent + style.paint.dim(line)),
  ];
}

function drawHidden(
  folds: readonly Fold[],
  small: readonly Diagnostic[],
  { paint, width }: TextStyle,
): readonly string[] {
  const hidden = folds.reduce((sum, fold) => sum + fold.hidden, 0);
  const parts = [
    ...(hidden > 0 ? [count(hidden, "similar finding")] : []),
    ...(small.length > 0 ? [`${count(small.length, "minor note")} (${countByRule(small)})`] : []),
  ];
  return parts.length === 0
    ? []
    : wrap(`${parts.join(" and ")} hidden (--all shows them)`, width).map(paint.dim);
}

/** Findings of one rule in many skills: one is shown as an example, and the other skills are listed. */
interface Fold extends Placed {
  /** The other skills, in the order of the report. */
  readonly others: readonly Subject[];
  /** Number of hidden findings in all these skills. */
  readonly hidden: number;
}

/**
 * If more skills than this have findings of a rule, they are folded. The limit for errors is higher, as each must be
 * fixed.
 */
const mostSkills = { error: 10, warning: 3, info: 3 } as const satisfies Record<Severity, number>;

/** The subjects with the findings that are not folded, and the folded rules. The first skill is the example. */
function foldByRule(subjects: readonly Subject[]): {
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
