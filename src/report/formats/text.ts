import { countedOnly, type Report, type Reporter, type Subject } from "../../model/report.ts";
import type { Paint } from "../../model/paint.ts";
import { wrap, wrapHanging } from "../drawing/text-wrap.ts";
import { drawSkillTable } from "./skill-table.ts";
import { columnsOf, type TextStyle } from "./text-finding.ts";
import { drawFindings } from "./text-findings.ts";
import { describeVerdicts, drawUnread, nameSubject } from "./text-subject.ts";
import { drawSummary } from "./text-summary.ts";
import { describeSettings } from "./text-settings.ts";
import { describeSuppressed } from "./text-suppressed.ts";

/** Text output: the findings by file, the verdicts of a single skill, and a summary line. */
export const text: Reporter = (report, context) => {
  const { paint, quiet, all = false, summary } = context;
  const style: TextStyle = {
    paint,
    width: columnsOf(context.width),
    all,
    fixedBy: report.command === "lint" ? "this command" : "skills lint",
  };
  return joinBlocks([
    summary ? drawSkillTable(report, context) : drawFindings(shownOf(report, quiet), style),
    summary ? [] : drawVerdicts(report, style),
    drawUnread(report.unread, "", paint),
    drawSummaryLines(report, style),
  ]);
};

/** The skills with the findings to show: those that count, and if asked, only errors. */
export function shownOf({ subjects }: Report, quiet: boolean): readonly Subject[] {
  const counted = subjects.map(countedOnly);
  return quiet
    ? counted.map((subject) => ({
        ...subject,
        findings: subject.findings.filter(({ severity }) => severity === "error"),
      }))
    : counted;
}

/** Joined with an empty line. */
export function joinBlocks(blocks: readonly (readonly string[])[]): string {
  return `${blocks.flatMap((lines) => (lines.length > 0 ? [lines.join("\n")] : [])).join("\n\n")}\n`;
}

/** A line with the verdicts of a single skill. */
function drawVerdicts({ subjects, targets }: Report, { paint, width }: TextStyle): string[] {
  const [subject] = subjects;
  const verdicts = subjects.length === 1 ? describeVerdicts(subject!, targets, paint) : "";
  return verdicts === ""
    ? []
    : wrapHanging(`${paint.bold(nameSubject(subject!.path))}: ${verdicts}`, width, 2);
}

/**
 * The summary, wrapped; after it what was suppressed, so that neither a skill nor a change can hide dangers unseen.
 */
export function drawSummaryLines(
  report: Report,
  { paint, width }: Pick<TextStyle, "paint" | "width">,
): string[] {
  return [...wrap(drawSummary(report, paint), width), ...drawSuppressed(report, paint, width)];
}

function drawSuppressed(report: Report, paint: Paint, width: number): readonly string[] {
  return [describeSuppressed(report.summary), describeSettings(report)].flatMap((sentence) =>
    sentence === undefined ? [] : wrap(paint.severity.warning(sentence), width),
  );
}
