import {
  countedOnly,
  type Diagnostic,
  type Report,
  type Reporter,
  type ReporterContext,
  type Subject,
} from "../../model/report.ts";
import { count } from "../../core/sentence.ts";
import type { Paint } from "../../model/paint.ts";
import { wrap } from "../drawing/text-wrap.ts";
import type { TextStyle } from "./text-finding.ts";
import { describeVerdicts, drawSubject, drawUnread, nameSubject } from "./text-subject.ts";
import { drawOverview, drawSummary } from "./text-summary.ts";
import { describeSuppressed } from "./text-suppressed.ts";
import { countByRule } from "./worst.ts";

/** If there are more findings, each gets one line; errors are counted separately. */
const shownWhole = 60;

/** If there are more skills, those without findings are only counted. */
const shownClean = 5;

/** Text output: the findings of each skill by file, and a summary line. */
export const text: Reporter = (report, context) => {
  const counted = report.subjects.map(countedOnly);
  const subjects = context.quiet ? counted.map(errorsOnly) : counted;
  const style = styleOf(subjects, context);
  const { shown, hidden } =
    isLong(subjects) && !style.all ? capByRule(subjects) : { shown: subjects, hidden: [] };
  // For a single skill, the verdicts are always shown; for many, only if several targets were chosen.
  const judged = shown.length === 1 || report.targets.length > 1;
  return joinBlocks([
    ...drawFindings(report, shown, judged, style),
    drawClean(report, subjects, context.quiet, style),
    drawUnread(report.unread, "", context.paint),
    drawEnd(report, subjects, hidden, style),
  ]);
};

/** Joined with an empty line. */
export function joinBlocks(blocks: readonly (readonly string[])[]): string {
  return `${blocks.flatMap((lines) => (lines.length > 0 ? [lines.join("\n")] : [])).join("\n\n")}\n`;
}

/** Renders one list of lines per skill. */
function drawFindings(
  { targets }: Report,
  subjects: readonly Subject[],
  withVerdicts: boolean,
  style: TextStyle,
): string[][] {
  return subjects.filter(isShown).map((subject) => {
    const lines = drawSubject(subject, style);
    const verdicts = withVerdicts ? describeVerdicts(subject, targets, style.paint) : "";
    return verdicts === "" ? lines : [...lines, `  ${verdicts}`];
  });
}

function errorsOnly(subject: Subject): Subject {
  return { ...subject, findings: subject.findings.filter(({ severity }) => severity === "error") };
}

function isShown({ findings, partial }: Subject): boolean {
  return findings.length > 0 || partial.length > 0;
}

function styleOf(
  subjects: readonly Subject[],
  { paint, width = Infinity, all = false }: ReporterContext,
): TextStyle {
  const long = { error: isLong(subjects.map(errorsOnly)), other: isLong(subjects) };
  const detailed = (finding: Diagnostic): boolean => !(isError(finding) ? long.error : long.other);
  return { paint, width, detailed, all };
}

function isLong(subjects: readonly Subject[]): boolean {
  return subjects.reduce((sum, { findings }) => sum + findings.length, 0) > shownWhole;
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

/** One line for each skill without findings, unless there are many. */
function drawClean(
  { targets }: Report,
  subjects: readonly Subject[],
  quiet: boolean,
  { paint, width }: TextStyle,
): string[] {
  const clean = subjects.filter((subject) => !isShown(subject));
  if (clean.length > shownClean || (quiet && subjects.length > 1)) return [];
  return clean.flatMap((subject) =>
    wrap(`${paint.bold(nameSubject(subject.path))}: ${describeVerdicts(subject, targets, paint)}`, width),
  );
}

function drawEnd(
  report: Report,
  subjects: readonly Subject[],
  hidden: readonly Diagnostic[],
  { paint, width }: TextStyle,
): string[] {
  const left =
    hidden.length > 0
      ? wrap(
          `${count(hidden.length, "finding")} hidden (--all shows ${hidden.length === 1 ? "it" : "them"}): ${countByRule(hidden)}`,
          width,
        ).map(paint.dim)
      : [];
  const overview = isLong(subjects) ? wrap(drawOverview(subjects), width).map(paint.dim) : [];
  return [
    ...left,
    ...overview,
    ...wrap(drawSummary(report, paint), width),
    ...drawSuppressed(report, paint, width),
  ];
}

/** Printed after the summary, so that a skill cannot hide its dangers by suppressing them. */
export function drawSuppressed({ summary }: Report, paint: Paint, width: number): readonly string[] {
  const sentence = describeSuppressed(summary);
  return sentence === undefined ? [] : wrap(paint.severity.warning(sentence), width);
}

/** Maximum number of skills for which the findings of one rule are shown in a long report. */
const shownSkills = 10;

/**
 * The subjects with the findings to show, and the hidden findings. Errors are always shown, as each must be fixed.
 */
export function capByRule(subjects: readonly Subject[]): {
  readonly shown: readonly Subject[];
  readonly hidden: readonly Diagnostic[];
} {
  const skills = new Map<string, number>();
  const divided = subjects.map((subject) => ({ subject, ...divide(subject, skills) }));
  return {
    shown: divided.map(({ subject, kept, over }) =>
      over.length === 0 ? subject : { ...subject, findings: kept },
    ),
    hidden: divided.flatMap(({ over }) => over),
  };
}

/**
 * Separates shown and hidden findings. `skills` contains, by rule, the number of skills for which findings have
 * already been shown.
 */
function divide(
  { findings }: Subject,
  skills: Map<string, number>,
): { readonly kept: readonly Diagnostic[]; readonly over: readonly Diagnostic[] } {
  const [kept, over]: [Diagnostic[], Diagnostic[]] = [[], []];
  const here = new Set<string>();
  for (const finding of findings) {
    const { ruleId, severity } = finding;
    const isOver = severity !== "error" && (skills.get(ruleId) ?? 0) >= shownSkills;
    (isOver ? over : kept).push(finding);
    if (!isOver && severity !== "error") here.add(ruleId);
  }
  for (const ruleId of here) skills.set(ruleId, (skills.get(ruleId) ?? 0) + 1);
  return { kept, over };
}
