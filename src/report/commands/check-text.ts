import type { SkillCheck } from "../../results/check.ts";
import type { Report, Reporter, ReporterContext } from "../../model/report.ts";
import { drawCheckFindings } from "./check-findings.ts";
import { drawNext } from "./check-next.ts";
import { drawMany } from "./check-table.ts";
import { drawOne } from "./check-verdicts.ts";
import { createPaint } from "../drawing/paint.ts";
import { drawSuppressed, joinBlocks } from "../formats/text.ts";
import { drawUnread } from "../formats/text-subject.ts";
import { drawSummary } from "../formats/text-summary.ts";
import { wrap } from "../drawing/text-wrap.ts";
import { clean } from "../drawing/width.ts";
import { withWorstFirst } from "../formats/worst.ts";

/** What `skills check` found beside findings, and what the user typed. */
export interface CheckView {
  readonly checked: readonly SkillCheck[];
  readonly controls: readonly string[];
  /** What was typed; empty for the skills of the project. */
  readonly operands: readonly string[];
  /** Not all skills there were looked at, but those that changed or were listed. */
  readonly isNarrowed: boolean;
  /** Options that a command has to have to find the same, as words. */
  readonly keep: readonly string[];
  /** How the program is started, such as "skills". */
  readonly command: string;
  /** By "safe" or the rule whose unsafe fixes were tried: the skills that these make no better. */
  readonly useless: ReadonlyMap<string, ReadonlySet<string>>;
  /** The paths of the skills that a lock lists, and that so have come from elsewhere. */
  readonly installed: readonly string[];
}

/** For people, on one page: what was found, the worst first; who takes the skills, and what they come to; then what to type next. */
export function checkText(view: CheckView): Reporter {
  return (given, context) => {
    const report = withWorstFirst(given);
    const findings = drawCheckFindings(report, context);
    const paint = createPaint(context.color);
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
  { color, width = Infinity }: ReporterContext,
): readonly string[] {
  if (controls.length === 0) return [];
  const { severity } = createPaint(color);
  return [
    severity.error("No agent was asked: the smoke tests do not tell a sound skill from an unsound one."),
    ...controls.flatMap((sentence) => wrap(clean(sentence), width - 2).map((line) => `  ${line}`)),
  ];
}
