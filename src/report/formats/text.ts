import { countedOnly, type Report, type Reporter, type Subject } from "../../model/report.ts";
import { count } from "../../core/sentence.ts";
import type { Paint } from "../../model/paint.ts";
import { wrap, wrapHanging } from "../drawing/text-wrap.ts";
import { countHidden, drawFold, type Fold, foldByRule } from "./fold-findings.ts";
import { shortNames } from "./short-names.ts";
import { drawSkillTable } from "./skill-table.ts";
import { columnsOf, type TextStyle } from "./text-finding.ts";
import { describeVerdicts, drawSubject, drawUnread, nameSubject } from "./text-subject.ts";
import { drawOverview, drawSummary } from "./text-summary.ts";
import { describeSettings } from "./text-settings.ts";
import { describeSuppressed } from "./text-suppressed.ts";

/** If there are more findings, the most frequent rules are listed too. */
const shownWhole = 60;

/** If there are more skills, those without findings are only counted. */
const shownClean = 5;

/** Maximum number of skills for which the verdicts of several chosen targets are listed. */
const shownVerdicts = 20;

/** Text output: the findings of each skill, folded by rule for many skills, and a summary line. */
export const text: Reporter = (report, context) => {
  const counted = report.subjects.map(countedOnly);
  const subjects = context.quiet ? counted.map(errorsOnly) : counted;
  const style: TextStyle = {
    paint: context.paint,
    width: columnsOf(context.width),
    all: context.all === true,
    fixedBy: report.command === "lint" ? "this command" : "skills lint",
  };
  if (context.summary)
    return joinBlocks([
      drawSkillTable(report, context),
      drawUnread(report.unread, "", context.paint),
      [
        ...wrap(drawSummary(report, style.paint), style.width),
        ...drawSuppressed(report, style.paint, style.width),
      ],
    ]);
  const { alone, folds } = style.all ? { alone: subjects, folds: [] } : foldByRule(subjects);
  const name = shortNames(subjects);
  return joinBlocks([
    ...alone.flatMap((subject) => drawSubject(subject, style)),
    ...folds.map((fold) => drawFold(fold, name, style)),
    drawVerdicts(report, subjects, context.quiet, style),
    drawUnread(report.unread, "", context.paint),
    drawEnd(report, subjects, folds, style),
  ]);
};

/** Joined with an empty line. */
export function joinBlocks(blocks: readonly (readonly string[])[]): string {
  return `${blocks.flatMap((lines) => (lines.length > 0 ? [lines.join("\n")] : [])).join("\n\n")}\n`;
}

function errorsOnly(subject: Subject): Subject {
  return { ...subject, findings: subject.findings.filter(({ severity }) => severity === "error") };
}

function isShown({ findings, partial }: Subject): boolean {
  return findings.length > 0 || partial.length > 0;
}

function isLong(subjects: readonly Subject[]): boolean {
  return subjects.reduce((sum, { findings }) => sum + findings.length, 0) > shownWhole;
}

/**
 * One line for each skill with its verdicts: for a single skill, and for several if several targets were chosen;
 * otherwise only for a few skills without findings.
 */
function drawVerdicts(
  { targets }: Report,
  subjects: readonly Subject[],
  quiet: boolean,
  { paint, width, all }: TextStyle,
): string[] {
  const [found, clean]: [Subject[], Subject[]] = [[], []];
  for (const subject of subjects) (isShown(subject) ? found : clean).push(subject);
  const judged = found.length === 1 || targets.length > 1 ? found : [];
  const rows = [
    ...judged,
    ...(clean.length > shownClean || (quiet && subjects.length > 1) ? [] : clean),
  ].flatMap((subject) => {
    const verdicts = describeVerdicts(subject, targets, paint);
    return verdicts === "" ? [] : [`${paint.bold(nameSubject(subject.path))}: ${verdicts}`];
  });
  const most = all ? rows.length : shownVerdicts;
  const more = rows.length - most;
  return [
    ...rows.slice(0, most).flatMap((row) => wrapHanging(row, width, 2)),
    ...(more > 0 ? [`and ${count(more, "more skill")} (--all lists ${more === 1 ? "it" : "them"})`] : []),
  ];
}

function drawEnd(
  report: Report,
  subjects: readonly Subject[],
  folds: readonly Fold[],
  { paint, width }: TextStyle,
): string[] {
  const hidden = countHidden(folds);
  const left = hidden > 0 ? [paint.dim(`${count(hidden, "similar finding")} hidden (--all shows them)`)] : [];
  const overview = isLong(subjects) ? wrap(drawOverview(subjects), width).map(paint.dim) : [];
  return [
    ...left,
    ...overview,
    ...wrap(drawSummary(report, paint), width),
    ...drawSuppressed(report, paint, width),
  ];
}

/** Printed after the summary, so that neither a skill nor a change can hide dangers unseen. */
export function drawSuppressed(report: Report, paint: Paint, width: number): readonly string[] {
  return [describeSuppressed(report.summary), describeSettings(report)].flatMap((sentence) =>
    sentence === undefined ? [] : wrap(paint.severity.warning(sentence), width),
  );
}
