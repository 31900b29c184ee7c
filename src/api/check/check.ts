import { SkillsError } from "../../core/errors.ts";
import { inOrder } from "../../core/in-order.ts";
import { once, onceForEach } from "../../core/once.ts";
import { tryControls } from "../../harness/smoke/controls.ts";
import { systems } from "../../generated/systems.ts";
import { findProjectSkills, noProjectSkills, type ProjectSkills } from "../../find/project-skills.ts";
import { targetFindingIds } from "../../lint/known-rules.ts";
import type { Answer, Question } from "../../model/answer.ts";
import type { Report } from "../../model/report.ts";
import type { CheckData, SkillCheck } from "../../model/reports/check.ts";
import { isLintTarget, type Target } from "../../model/target.ts";
import { now } from "../clock.ts";
import type { LintOptions, LintResult } from "../lint/lint-options.ts";
import { asBeforeChange, type CommandQuestion, lint, type LintMemory, lintUnwritten } from "../lint/lint.ts";
import { checkPreparer } from "./prepare-check.ts";

/**
 * Lints each skill, packs it in memory for every uploader, and simulates every agent loading it. Each of their
 * objections becomes a finding, unless a rule reports the same; then they are added to the targets that refuse the
 * skill in that finding.
 *
 * Fixes are applied first and the result is checked; a dry run skips packing and simulation, as the fixed files do not
 * exist.
 * The outcome is 2 if the smoke tests fail for the known-good test skill, or pass for a known-bad one: their results
 * then mean nothing. An unreadable SKILL.md does not cause that: the rules report it, and the agents refuse it. Throws
 * as `lint` does.
 */
export async function check(options: CheckOptions, memory?: LintMemory): Promise<CheckResult> {
  const started = now();
  const { fix = "none", onSkill = () => {}, targets = ["spec"], ...scope } = options;
  if (fix !== "none" && options.dryRun) {
    const { answers: _, ...linted } = await lintUnwritten({ ...scope, targets, fix });
    return asCheck(linted, [], [], started);
  }
  const fixedFirst =
    fix === "none" ? undefined : await lint({ ...withoutBaseline(scope), ...splitTargets(targets), fix });
  let isTried = false;
  const asking: CommandQuestion = {
    ...toCheckSkills,
    prepare: checkPreparer(options.cwd),
    begin: async (question, index, of) => {
      isTried = true;
      onSkill(index, of);
      return (await controls()).length === 0 ? question : withoutSmoke(question);
    },
  };
  const { answers, ...linted } = await lintUnwritten({ ...scope, targets }, memory, asking);
  // Not tried if every answer is from earlier runs, which did.
  const failed = isTried || answers.length === 0 ? await controls() : [];
  if (linted.baseline) await (await import("../lint/baseline.ts")).saveBaseline(linted.baseline, options.cwd);
  const result = fixedFirst ? { ...linted, ...fixesOf(fixedFirst) } : linted;
  const checked = asCheck(result, answers.map(toCheck), failed, started);
  return { ...checked, report: await asBeforeChange(checked.report, { ...scope, targets }) };
}

const toCheckSkills = {
  command: "check",
  examiners: ["loads", "lint", "pack", "smoke"],
  added: targetFindingIds,
} as const satisfies CommandQuestion;

/** Why the smoke tests are unreliable: the same in each run of a watch. */
const controls = once(async () => (await inOrder(systems, 1, tryControls)).flat());

const withoutSmoke = onceForEach(
  (question: Question): Question => ({
    ...question,
    examiners: question.examiners.filter((id) => id !== "smoke"),
  }),
);

/** What the report contains besides findings and verdicts. */
function toCheck({ subject, loads = [], pack, smoke }: Answer): SkillCheck {
  return {
    skill: subject.path,
    loads,
    ...(pack && { pack }),
    ...(smoke?.tokens && { tokens: smoke.tokens }),
    ...(smoke?.counts && { smoke: smoke.counts }),
  };
}

/** The chosen targets, of which lint knows some; fixes must not break any of them. */
function splitTargets(targets: readonly Target[]): Pick<LintOptions, "targets" | "otherTargets"> {
  return { targets: targets.filter(isLintTarget), otherTargets: targets.filter((id) => !isLintTarget(id)) };
}

/** The baseline and the settings before a change apply only to what remains after the fixes. */
function withoutBaseline<Options extends Pick<CheckOptions, "baseline" | "earlier">>({
  baseline: _baseline,
  earlier: _earlier,
  ...options
}: Options): Omit<Options, "baseline" | "earlier"> {
  return options;
}

function fixesOf({ fixed, left, changes }: LintResult): Pick<LintResult, "fixed" | "left" | "changes"> {
  return { fixed, left, changes };
}

function asCheck(
  linted: LintResult,
  checked: readonly SkillCheck[],
  controls: readonly string[],
  started: number,
): CheckResult {
  const { report, fixed, left } = linted;
  const summary = { ...report.summary, seconds: (now() - started) / 1000 };
  const data = {
    ...report.data,
    ...(fixed.length + left.length > 0 && { fixed, left }),
    skills: checked,
    controls,
  };
  return {
    ...linted,
    report: { ...report, command: "check", outcome: controls.length > 0 ? 2 : report.outcome, data, summary },
    checked,
    controls,
  };
}

export interface CheckOptions extends Omit<LintOptions, "targets"> {
  /**
   * The targets whose refusal is an error: validators, uploaders and agents; by default only "spec". All targets are
   * checked in any case.
   */
  readonly targets?: readonly Target[];
  /** Called before each skill is packed and simulated. */
  readonly onSkill?: (index: number, of: number) => void;
}

export interface CheckResult extends LintResult {
  readonly report: Report<CheckData>;
  /**
   * One for each skill that was packed and simulated, in the order of the report; also in the report's `data`, as
   * `skills`.
   */
  readonly checked: readonly SkillCheck[];
  /** Sentences that explain why the smoke tests are unreliable; then no agent was simulated, and the outcome is 2. */
  readonly controls: readonly string[];
}

/** The paths to check if the user gives none. */
export async function projectScope(
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ProjectSkills> {
  return findProjectSkills(cwd, env[process.platform === "win32" ? "USERPROFILE" : "HOME"]);
}

/** Checks what `projectScope` found. Without any skill, the error lists the directories where skills are expected. */
export async function checkProject(options: CheckOptions): Promise<CheckResult> {
  const [, ...places] = options.paths;
  try {
    return await check(options);
  } catch (error) {
    if (!(error instanceof SkillsError) || error.code !== "not-a-skill") throw error;
    // Git may ignore everything except these directories.
    if (places.length > 0) return check({ ...options, paths: places });
    throw noProjectSkills(error);
  }
}
