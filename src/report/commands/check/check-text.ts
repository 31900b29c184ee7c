import type { Report, Reporter, ReporterContext } from "../../../model/report.ts";
import { wrap } from "../../drawing/text-wrap.ts";
import { clean } from "../../drawing/width.ts";
import { drawSkillTable } from "../../formats/skill-table.ts";
import { columnsOf, type TextStyle } from "../../formats/text-finding.ts";
import { drawFindings } from "../../formats/text-findings.ts";
import { drawUnread } from "../../formats/text-subject.ts";
import { drawSummaryLines, joinBlocks, shownOf } from "../../formats/text.ts";
import { withWorstFirst } from "../../formats/worst.ts";
import { drawPolicy } from "../policy-text.ts";
import { type CheckView, drawNext } from "./check-next.ts";
import { drawMany, drawOne } from "./check-verdicts.ts";

/** Text output on one page: findings with the worst first, verdicts, totals and the next commands. */
export function checkText(view: CheckView): Reporter {
  return (given, terminal) => {
    const report = withWorstFirst(given);
    const width = columnsOf(terminal.width);
    const context = { ...terminal, width };
    const { paint, all = false } = context;
    const style: TextStyle = { paint, width, all, fixedBy: "this command" };
    const isShort = context.quiet || context.summary;
    return joinBlocks([
      context.summary
        ? drawSkillTable(report, terminal)
        : drawFindings(shownOf(report, context.quiet), style),
      drawUnread(report.unread, "", paint),
      [
        ...drawControls(view, context),
        ...drawSummaryLines(report, style),
        ...drawPolicy(report, { paint, width, quiet: context.quiet }),
        ...(isShort ? [] : drawTried(report, view, context)),
      ],
      isShort ? [] : drawNext(report, view, context),
    ]);
  };
}

function drawTried(report: Report, { checked }: CheckView, context: ReporterContext): readonly string[] {
  const tried = new Map(checked.map((skill) => [skill.skill, skill]));
  const subjects = report.subjects.filter(({ path }) => tried.has(path));
  const [subject] = subjects;
  if (!subject) return [];
  return subjects.length === 1
    ? drawOne(subject, tried.get(subject.path), report.targets, context)
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
