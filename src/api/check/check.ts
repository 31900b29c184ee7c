import { onceForEach } from "../../core/once.ts";
import { findProjectSkills, type ProjectSkills, withProjectSkills } from "../../find/project-skills.ts";
import { targetFindingIds } from "../../lint/known-rules.ts";
import type { SystemId } from "../../model/agent.ts";
import type { Answer, ExaminerId, Question } from "../../model/answer.ts";
import { uploadIds } from "../../model/upload.ts";
import type { Report } from "../../model/report.ts";
import type { CheckData, SkillCheck } from "../../model/reports/check.ts";
import { isLintTarget, isSystem, type Target } from "../../model/target.ts";
import { SkillsError } from "../../core/errors.ts";
import { now } from "../clock.ts";
import type { Unwritten } from "../lint/conclude-lint.ts";
import type { LintOptions, Linted } from "../lint/lint-options.ts";
import { asBeforeChange, type CommandQuestion, lint, type LintMemory, lintUnwritten } from "../lint/lint.ts";
import type { PolicyChoice } from "../policy/read-policy.ts";
import type { JudgedRun } from "../policy/judged-run.ts";
import { checkPreparer } from "./prepare-check.ts";

/**
 * Lints each skill, packs it in memory for the uploaders among the targets, and simulates the agents among them. Each
 * of their objections becomes a finding, unless a rule reports the same; then they are added to the targets that refuse
 * the skill in that finding.
 *
 * Fixes are applied first and the result is checked; a dry run skips packing and simulation, as the fixed files do not
 * exist.
 * The outcome is 2 if the smoke tests fail for the known-good test skill, or pass for a known-bad one: their results
 * then mean nothing. An unreadable SKILL.md does not cause that: the rules report it, and the agents refuse it. Throws
 * as `lint` does.
 */
export async function check(options: CheckOptions, memory?: LintMemory): Promise<CheckResult> {
  const started = now();
  const { fix = "none", onSkill = () => {}, targets = ["spec"], policy: choice, ...scope } = options;
  const policy = choice && (await policyOf(choice, options));
  if (fix !== "none" && options.dryRun) {
    const { answers: _, targets: __, ...linted } = await lintUnwritten({ ...scope, targets, fix });
    return asCheck(linted, [], [], since(started));
  }
  const fixedFirst =
    fix === "none" ? undefined : await lint({ ...withoutBaseline(scope), ...splitTargets(targets), fix });
  // The agents of skills whose answers are from earlier runs were tried then.
  const tried = new Set<SystemId>();
  const asking: CommandQuestion = {
    ...(policy ? policy.asking : toCheckSkills),
    prepare: checkPreparer(options.cwd),
    begin: async (question, index, of) => {
      await onSkill(index, of);
      const simulated = question.targets.filter(isSystem);
      for (const id of simulated) tried.add(id);
      return (await controlsOf(simulated)).length === 0 ? question : withoutSmoke(question);
    },
  };
  const { answers, targets: asked, ...linted } = await lintUnwritten({ ...scope, targets }, memory, asking);
  const failed = await controlsOf(Array.from(tried));
  if (linted.baseline) await (await import("../lint/baseline.ts")).saveBaseline(linted.baseline, options.cwd);
  const result = fixedFirst ? { ...linted, ...fixesOf(fixedFirst) } : linted;
  const skills = checkedSkills({ answers, targets: asked, report: result.report });
  const checked = asCheck(result, skills, failed, since(started));
  const report = await asBeforeChange(checked.report, { ...scope, targets });
  return { ...checked, report: policy ? await policy.judge(report, answers, { ...scope, targets }) : report };
}

/** What a policy adds to a run. Throws a SkillsError for options under which it would not be judged. */
async function policyOf(
  choice: PolicyChoice,
  { cwd, dryRun, blob, shard, changed }: CheckOptions,
): Promise<JudgedRun> {
  const others = { "--dry-run": dryRun, "--format blob": blob, "--shard": shard };
  const other = Object.entries(others).find(([, given]) => given);
  if (other)
    throw new SkillsError("bad-usage", `--policy cannot be combined with ${other[0]}; leave out one of them`);
  const { judgedRun } = await import("../policy/judged-run.ts");
  const since = choice.since ?? (changed ? (changed.since ?? "HEAD") : undefined);
  return judgedRun(choice, { cwd, since }, toCheckSkills);
}

function since(started: number): number {
  return (now() - started) / 1000;
}

/** Makes the result of the results of lint, as in a run of `controls` that failed, and of so many seconds. */
export function concludeCheck(
  { answers, targets, ...linted }: Unwritten,
  controls: readonly string[],
  seconds: number,
): CheckResult {
  return asCheck(linted, checkedSkills({ answers, targets, report: linted.report }), controls, seconds);
}

function checkedSkills({
  answers,
  targets,
  report,
}: Pick<Unwritten, "answers" | "targets" | "report">): readonly SkillCheck[] {
  return answers.map((answer, at) => toCheck(answer, targets[at]!, report.targets));
}

export const toCheckSkills = {
  command: "check",
  examiners: (targets): readonly ExaminerId[] => [
    "loads",
    "lint",
    "costs",
    ...(targets.some(isUploader) ? (["pack"] as const) : []),
    ...(targets.some(isSystem) ? (["smoke"] as const) : []),
  ],
  added: (targets) =>
    targetFindingIds.filter((id) => {
      if (id.startsWith("smoke-")) return targets.some(isSystem);
      return targets.some(id.startsWith("upload-") ? (target) => id === `upload-${target}` : isUploader);
    }),
} as const satisfies CommandQuestion;

function isUploader(id: Target): boolean {
  return uploadIds.some((uploader) => uploader === id);
}

/** Why the smoke tests of these agents are unreliable. */
async function controlsOf(ids: readonly SystemId[]): Promise<readonly string[]> {
  return ids.length === 0 ? [] : (await import("./agent-controls.ts")).agentControls(ids);
}

const withoutSmoke = onceForEach(
  (question: Question): Question => ({
    ...question,
    examiners: question.examiners.filter((id) => id !== "smoke"),
  }),
);

/** What the report contains besides findings and verdicts. */
function toCheck(
  { subject, loads = [], pack, tokens, smoke }: Answer,
  asked: readonly Target[],
  ofRun: readonly Target[],
): SkillCheck {
  return {
    skill: subject.path,
    ...(asked.join() !== ofRun.join() && { targets: asked }),
    loads,
    ...(pack && { pack }),
    ...(tokens && { tokens }),
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

function fixesOf({ fixed, left, changes }: Linted): Pick<Linted, "fixed" | "left" | "changes"> {
  return { fixed, left, changes };
}

function asCheck(
  linted: Linted,
  checked: readonly SkillCheck[],
  controls: readonly string[],
  seconds: number,
): CheckResult {
  const { report, fixed, left, blob } = linted;
  const summary = { ...report.summary, seconds };
  const data = {
    ...report.data,
    ...(fixed.length + left.length > 0 && { fixed, left }),
    skills: checked,
    controls,
  };
  return {
    ...linted,
    report: { ...report, command: "check", outcome: controls.length > 0 ? 2 : report.outcome, data, summary },
    ...(blob && { blob: { ...blob, controls, seconds } }),
    checked,
    controls,
  };
}

export interface CheckOptions extends Omit<LintOptions, "targets"> {
  /**
   * The targets whose refusal is an error: validators, uploaders and agents; by default only "spec". Other uploaders
   * and agents are not asked.
   */
  readonly targets?: readonly Target[];
  /** What the skills may do. Its denials are errors, and the report has its verdict. */
  readonly policy?: PolicyChoice;
  /** Called, and awaited, before each skill is checked. What it throws ends the run. */
  readonly onSkill?: (index: number, of: number) => void | Promise<void>;
}

export interface CheckResult extends Linted {
  readonly report: Report<CheckData, "check">;
  /**
   * One for each checked skill, in the order of the report; empty for a dry run. Also in the report's `data`, as
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
  return withProjectSkills(options.paths, (paths) => check({ ...options, paths }));
}
