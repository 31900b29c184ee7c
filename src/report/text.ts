import type { Diagnostic, Report, Reporter, ReporterContext, Subject } from "../core/report.ts";
import { createPaint, type Paint } from "./paint.ts";
import type { TextStyle } from "./text-finding.ts";
import { describeVerdicts, drawSubject, drawUnread, nameSubject } from "./text-subject.ts";
import { drawOverview, drawSummary } from "./text-summary.ts";
import { wrap } from "./text-wrap.ts";

/** With more findings than this each gets one line; errors are counted by themselves. */
const shownWhole = 60;

/** With more skills than this those without findings are only counted. */
const shownClean = 5;

/** For people: the findings of each skill under its files, and one line of summary at the end. */
export const text: Reporter = (report, context) => {
  const paint = createPaint(context.color);
  const subjects = context.quiet ? report.subjects.map(errorsOnly) : report.subjects;
  const style = styleOf(subjects, context, paint);
  const blocks = [...drawFindings(report, subjects, style), drawClean(report, subjects, context.quiet, paint), drawUnread(report.unread, "", paint), drawEnd(report, subjects, style)];
  return `${blocks.flatMap((lines) => (lines.length > 0 ? [lines.join("\n")] : [])).join("\n\n")}\n`;
};

/** One list of lines a skill; the verdicts of one skill alone are always of interest, those of many where several targets were chosen. */
function drawFindings({ targets }: Report, subjects: readonly Subject[], style: TextStyle): string[][] {
  const withVerdicts = subjects.length === 1 || targets.length > 1;
  return subjects.filter(isShown).map((subject) => {
    const lines = drawSubject(subject, style);
    return withVerdicts ? [...lines, `  ${describeVerdicts(subject, targets, style.paint)}`] : lines;
  });
}

function errorsOnly(subject: Subject): Subject {
  return { ...subject, findings: subject.findings.filter(({ severity }) => severity === "error") };
}

function isShown({ findings, partial }: Subject): boolean {
  return findings.length > 0 || partial.length > 0;
}

function styleOf(subjects: readonly Subject[], { width = Infinity, excerpt }: ReporterContext, paint: Paint): TextStyle {
  const findings = subjects.reduce((sum, subject) => sum + subject.findings.length, 0);
  const errors = subjects.reduce((sum, subject) => sum + subject.findings.filter(isError).length, 0);
  const detailed = (finding: Diagnostic): boolean => (isError(finding) ? errors : findings) <= shownWhole;
  return { paint, width, detailed, excerpt };
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

/** A line for each skill there is nothing to say about, unless there are many. */
function drawClean({ targets }: Report, subjects: readonly Subject[], quiet: boolean, paint: Paint): string[] {
  const clean = subjects.filter((subject) => !isShown(subject));
  if (clean.length > shownClean || (quiet && subjects.length > 1)) return [];
  return clean.map((subject) => `${paint.bold(nameSubject(subject.path))}: ${describeVerdicts(subject, targets, paint)}`);
}

function drawEnd(report: Report, subjects: readonly Subject[], { paint, width }: TextStyle): string[] {
  const findings = subjects.reduce((sum, subject) => sum + subject.findings.length, 0);
  const overview = findings > shownWhole ? wrap(drawOverview(subjects), width).map(paint.dim) : [];
  return [...overview, ...wrap(drawSummary(report, paint), width)];
}
