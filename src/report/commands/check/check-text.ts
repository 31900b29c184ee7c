import { count } from "../../../core/sentence.ts";
import {
  countedOnly,
  type Diagnostic,
  type Report,
  type Reporter,
  type ReporterContext,
  type Subject,
} from "../../../model/report.ts";
import { severities } from "../../../model/rule.ts";
import { wrap } from "../../drawing/text-wrap.ts";
import { clean } from "../../drawing/width.ts";
import { countHidden, drawFold, type Fold, foldByRule } from "../../formats/fold-findings.ts";
import { columnsOf, type TextStyle } from "../../formats/text-finding.ts";
import { drawSubject, drawUnread } from "../../formats/text-subject.ts";
import { drawSummary } from "../../formats/text-summary.ts";
import { drawSuppressed, joinBlocks } from "../../formats/text.ts";
import { countByRule, withWorstFirst } from "../../formats/worst.ts";
import { type CheckView, drawNext } from "./check-next.ts";
import { drawMany, drawOne } from "./check-verdicts.ts";
import { drawSkillTable } from "../../formats/skill-table.ts";
import { shortNames } from "../../formats/short-names.ts";

/** Text output on one page: findings with the worst first, verdicts, totals and the next commands. */
export function checkText(view: CheckView): Reporter {
  return (given, terminal) => {
    const report = withWorstFirst(given);
    const width = columnsOf(terminal.width);
    const context = { ...terminal, width };
    const findings = context.summary
      ? [drawSkillTable(report, terminal)]
      : drawCheckFindings(report, terminal);
    const { paint } = context;
    const unread = drawUnread(report.unread, "", paint);
    const end = [...wrap(drawSummary(report, paint), width), ...drawSuppressed(report, paint, width)];
    const rest =
      context.quiet || context.summary
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
    : drawMany(subjects, checked, report.targets, context);
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

/** If there are more findings, notes for which no target refuses a skill are only counted. */
const shownSmall = 20;

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
  const style: TextStyle = {
    paint: context.paint,
    width: columnsOf(context.width),
    all: context.all === true,
    fixedBy: "this command",
  };
  if (subjects.filter(({ kind }) => kind !== "config").length <= 1)
    return alone.flatMap((subject) => drawSubject(subject, style));
  const shown =
    found.length > shownSmall && !context.all
      ? alone.map((subject) => only(subject, (finding) => !isSmall(finding)))
      : alone;
  const name = shortNames(subjects);
  const tiers = severities.map((severity) =>
    worstOf([
      ...shown.flatMap((subject) =>
        blocksOf({ ...only(subject, (finding) => finding.severity === severity), partial: [] }, style),
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
  return [...tiers.flat(), ...unread, drawHidden(folds, small, style)];
}

/** Whether a finding is a note for which no target refuses the skill. */
function isSmall({ severity, refusedBy }: Diagnostic): boolean {
  return severity === "info" && refusedBy.length === 0;
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

/** The blocks of one subject stay together, in the order of its worst finding. */
function blocksOf(subject: Subject, style: TextStyle): readonly Block[] {
  const refusers = Math.max(0, ...subject.findings.map(({ refusedBy }) => refusedBy.length));
  return drawSubject(subject, style).map((lines) => ({ refusers, lines }));
}

function drawHidden(
  folds: readonly Fold[],
  small: readonly Diagnostic[],
  { paint, width }: TextStyle,
): readonly string[] {
  const hidden = countHidden(folds);
  const parts = [
    ...(hidden > 0 ? [count(hidden, "similar finding")] : []),
    ...(small.length > 0 ? [`${count(small.length, "minor note")} (${countByRule(small)})`] : []),
  ];
  return parts.length === 0
    ? []
    : wrap(`${parts.join(" and ")} hidden (--all shows them)`, width).map(paint.dim);
}
