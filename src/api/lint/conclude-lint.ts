import { type Answered, type Around, conclude, type RunQuestion } from "../../lint/conclude.ts";
import type { Fixes } from "../../lint/fix-skill.ts";
import type { Answer } from "../../model/answer.ts";
import type { ChosenFix } from "../../model/chosen-fix.ts";
import type { LintData } from "../../model/reports/lint.ts";
import type { ScopeSummary } from "../../model/reports/validate.ts";
import type { Target } from "../../model/target.ts";
import { type CountingSettings, withSettingsFiles } from "../settings/counting-settings.ts";
import type { LintOptions, LintResult } from "./lint-options.ts";

/** The result before a skill or the baseline is written, with the answers about the skills, in order. */
export interface Unwritten extends LintResult {
  readonly answers: readonly Answer[];
  /** The targets of each of these skills, which overrides may change. */
  readonly targets: readonly (readonly Target[])[];
}

/** An answer, with the fixes that led to it. */
export type Settled = Answered & Fixes;

export const noFixes: Fixes = { changes: [], applied: [], left: [] };

/** What the result of a run depends on besides the answers. */
interface Concluding {
  readonly run: RunQuestion;
  readonly around: Around;
  readonly options: CountingSettings & Pick<LintOptions, "fix" | "syntax" | "timing">;
  readonly extras?: {
    /** Asked for after the rules about several skills have run. */
    readonly timings: () => LintResult["timings"];
    readonly scopeSummary?: ScopeSummary | undefined;
  };
}

/** Makes the result of a run of its answers, without the elapsed time. */
export function concludeLint(
  answered: readonly Settled[],
  { run, around, options, extras }: Concluding,
): Unwritten {
  const { report, baseline } = conclude(answered, run, around);
  const result = {
    ...fixesOf(answered),
    timings: extras?.timings() ?? [],
    ...(extras?.scopeSummary && { scopeSummary: extras.scopeSummary }),
    ...(baseline && { baseline }),
  };
  return {
    ...result,
    report: withSettingsFiles({ ...report, ...dataOf(options, result) }, options),
    answers: answered.map(({ answer }) => answer),
    targets: answered.map(run.settings.targetsOf),
  };
}

/** The applied and unapplied fixes, and the files that could not be parsed. */
function fixesOf(skills: readonly Settled[]): Pick<LintResult, "fixed" | "left" | "unparsed" | "changes"> {
  return {
    fixed: skills.flatMap(({ applied, answer }) => applied.map((each) => inSkill(each, answer))),
    left: skills.flatMap(({ left, answer }) => left.map((each) => inSkill(each, answer))),
    unparsed: skills.flatMap(({ answer: { unparsed = [], subject } }) =>
      unparsed.map(({ path: file, reason }) => ({ path: subject.path, file, reason })),
    ),
    changes: skills.flatMap(({ changes }) => changes),
  };
}

/** The requested results besides findings. */
function dataOf(
  { fix = "none", syntax, timing }: Concluding["options"],
  { fixed, left, unparsed, timings, scopeSummary, baseline }: Omit<LintResult, "report">,
): { readonly data?: LintData } {
  const data = {
    ...(fix !== "none" && { fixed, left }),
    ...(syntax && { unparsed }),
    ...(timing && { timings }),
    ...(scopeSummary && { scope: scopeSummary }),
    ...(baseline && { baseline: { path: baseline.path, known: baseline.known, gone: baseline.gone } }),
  };
  return Object.keys(data).length > 0 ? { data } : {};
}

function inSkill<Chosen extends ChosenFix>(
  fix: Chosen,
  { subject: { path } }: Answer,
): Chosen & { readonly path: string } {
  return { path, ...fix };
}
