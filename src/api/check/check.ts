import { SkillsError } from "../../core/errors.ts";
import { once } from "../../core/once.ts";
import { tryControls } from "../../harness/smoke/controls.ts";
import { systems } from "../../generated/systems.ts";
import type { Examined } from "../../lint/examine-skill.ts";
import type { ContextReader } from "../../model/skill.ts";
import type { HeldSource } from "../../model/held-source.ts";
import { systemIds } from "../../model/agent.ts";
import { validatorIds } from "../../model/validator.ts";
import type { Report, Subject, Verdict } from "../../model/report.ts";
import { isLintTarget, type Target } from "../../model/target.ts";
import { uploadIds } from "../../model/upload.ts";
import { gitIndexOpener } from "../../git/index-file.ts";
import { findProjectSkills, noProjectSkills, type ProjectSkills } from "../../find/project-skills.ts";
import type { CheckData, SkillCheck } from "../../model/reports/check.ts";
import type { SmokeCounts } from "../../model/reports/test.ts";
import { now } from "../clock.ts";
import { inOrder } from "../../core/in-order.ts";
import type { LintOptions, LintResult } from "../lint/lint-options.ts";
import type { Added, CheckAddition } from "../lint/check-addition.ts";
import type { LintMemory } from "../lint/lint-memory.ts";
import { lint, lintUnwritten } from "../lint/lint.ts";
import type { LintPlan } from "../lint/prepare-run.ts";
import type { SkillWork } from "../jobs/results-of.ts";
import { withLeftOutReferences } from "../pack/left-out-references.ts";
import { targetFindingIds } from "../../lint/known-rules.ts";
import { placesFrom, trackedModes } from "../cache/dependencies.ts";
import { joinObjections, type Objection } from "./objection.ts";
import { tryPack } from "./try-pack.ts";
import { trySmoke } from "./try-smoke.ts";

/**
 * Lints each skill, packs it in memory for every uploader, and simulates every agent loading it. Each of their
 * objections becomes a finding, unless a rule reports the same; then they are added to the targets that refuse the
 * skill in that finding.
 *
 * Fixes are applied first and the result is checked; a dry run skips packing and simulation, as the fixed files do not
 * exist.
 * The outcome is 2 if the smoke tests fail for the known-good test skill, or pass for a known-bad one: their results
 * then mean nothing. An unreadable SKILL.md does not cause that: the rules report it, and the agents refuse it. Throws
 * as `lint` does. `conclude` is called with the report, while the cache is open.
 */
export async function check(
  options: CheckOptions,
  memory?: LintMemory,
  conclude?: CheckAddition["conclude"],
): Promise<CheckResult> {
  const started = now();
  const { fix = "none", onSkill, targets = ["spec"], ...scope } = options;
  if (fix !== "none" && options.dryRun)
    return asCheck(await lintUnwritten({ ...scope, targets, fix }), [], [], started);
  const fixedFirst =
    fix === "none" ? undefined : await lint({ ...withoutBaseline(scope), ...lintTargets(targets), fix });
  const checked: SkillCheck[] = [];
  const addition = trySkills(checked, options);
  const planned = await lintUnwritten(
    { ...scope, targets },
    memory,
    conclude ? { ...addition, conclude } : addition,
  );
  const controls = await addition.controls();
  if (planned.baseline)
    await (await import("../lint/baseline.ts")).saveBaseline(planned.baseline, options.cwd);
  return asCheck(fixedFirst ? { ...planned, ...fixesOf(fixedFirst) } : planned, checked, controls, started);
}

/** The fixes must not break any chosen target. */
function lintTargets(targets: readonly Target[]): Pick<LintOptions, "targets" | "otherTargets"> {
  return { targets: targets.filter(isLintTarget), otherTargets: targets.filter((id) => !isLintTarget(id)) };
}

/** The baseline applies only to what remains after the fixes. */
function withoutBaseline<Options extends Pick<CheckOptions, "baseline">>({
  baseline: _baseline,
  ...options
}: Options): Omit<Options, "baseline"> {
  return options;
}

function fixesOf({ fixed, left, changes }: LintResult): Pick<LintResult, "fixed" | "left" | "changes"> {
  return { fixed, left, changes };
}

interface Trial extends CheckAddition {
  /** Why the smoke tests are unreliable. Not tried if every result is from earlier runs, which did. */
  controls(): Promise<readonly string[]>;
}

/** Their result is the same in each run of a watch. */
const controls = once(async () => (await inOrder(systems, 1, tryControls)).flat());

/** Adds to `checked` the results of packing and simulating each skill that are not findings. */
function trySkills(
  checked: SkillCheck[],
  { onSkill = () => {}, cwd }: Pick<CheckOptions, "onSkill" | "cwd">,
): Trial {
  let isTried = false;
  const openIndex = gitIndexOpener();
  const modesOf = trackedModes(openIndex);
  const placeOf = placesFrom(cwd);
  const trial = async (): Promise<TrialPlan> => ({ cwd, isReliable: (await controls()).length === 0 });
  return {
    controls: async () => (isTried || checked.length === 0 ? controls() : []),
    note: (check) => void checked.push(check),
    about: (source, files) => [placeOf(source), modesOf(source, files)],
    rules: targetFindingIds,
    begin: (index, of) => {
      isTried = true;
      onSkill(index, of);
    },
    add: async (examined, source, chosen) =>
      trySkill(examined, source, chosen, { openIndex, ...(await trial()) }),
    plan: async (lint): Promise<CheckPlan> => ({ command: "check", lint, trial: await trial() }),
  };
}

/** What a thread needs to check skills: plain data. */
export interface CheckPlan {
  readonly command: "check";
  readonly lint: LintPlan;
  readonly trial: TrialPlan;
}

interface TrialPlan {
  readonly cwd: string;
  /** Whether the smoke tests are; otherwise no agent is simulated. */
  readonly isReliable: boolean;
}

/** What the skills of a run or of a thread share. */
interface SharedTrial extends TrialPlan {
  readonly openIndex: ReturnType<typeof gitIndexOpener>;
}

/** The work of a thread. */
export async function checkWork(
  { lint, trial }: CheckPlan,
  contextOf: ContextReader,
): Promise<SkillWork<unknown, unknown>> {
  const results = await import("../lint/lint-results.ts");
  const shared = { openIndex: gitIndexOpener(), ...trial };
  return results.checkWork(lint, contextOf, {
    add: (examined, source, chosen) => trySkill(examined, source, chosen, shared),
  });
}

async function trySkill(
  examined: Examined,
  source: HeldSource,
  chosen: readonly Target[],
  { openIndex, cwd, isReliable }: SharedTrial,
): Promise<Added> {
  const { subject } = examined;
  const { packed, leftOut, objections } = await tryPack(source, subject.name, { chosen, openIndex });
  const loads = examined.loads.map(({ skill: _, ...load }) => load);
  const smoke = isReliable ? await trySmoke(source, examined.skill, systems, { chosen, cwd }) : undefined;
  const check = {
    skill: subject.path,
    loads,
    ...(packed && { pack: packed }),
    ...(smoke?.tokens && { tokens: smoke.tokens }),
    ...(smoke && { smoke: smoke.counts }),
  };
  const findings = joinObjections(
    withLeftOutReferences(examined, source, leftOut),
    [...objections, ...(smoke?.objections ?? [])],
    chosen,
  );
  const asked = [
    ...validatorIds,
    ...(source.directory === undefined ? [] : uploadIds),
    ...(smoke ? systemIds : []),
  ];
  return {
    examined: { ...examined, subject: { ...subject, findings, verdicts: verdictsOf(findings, asked) } },
    check,
    isLasting: isLasting(subject, objections, smoke?.counts),
  };
}

/** A skill that could not be read or simulated is tried again. */
function isLasting(
  { partial }: Subject,
  objections: readonly Objection[],
  counts: SmokeCounts | undefined,
): boolean {
  const isUnread = objections.some(({ ruleId }) => ruleId === "pack-unreadable");
  return partial.length === 0 && !isUnread && counts?.couldNotMeasure === 0;
}

/** A target refuses a skill if and only if a finding says so. */
function verdictsOf(findings: Subject["findings"], asked: readonly Target[]): Subject["verdicts"] {
  const refusing = new Set(findings.flatMap(({ refusedBy }) => refusedBy));
  return Object.fromEntries(
    asked.map((id): [Target, Verdict] => [id, refusing.has(id) ? "refuses" : "accepts"]),
  );
}

function asCheck(
  planned: LintResult,
  checked: readonly SkillCheck[],
  controls: readonly string[],
  started: number,
): CheckResult {
  const { report, fixed, left } = planned;
  const summary = { ...report.summary, seconds: (now() - started) / 1000 };
  const data = {
    ...report.data,
    ...(fixed.length + left.length > 0 && { fixed, left }),
    skills: checked,
    controls,
  };
  return {
    ...planned,
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
export async function checkProject(
  options: CheckOptions,
  conclude?: CheckAddition["conclude"],
): Promise<CheckResult> {
  const [, ...places] = options.paths;
  try {
    return await check(options, undefined, conclude);
  } catch (error) {
    if (!(error instanceof SkillsError) || error.code !== "not-a-skill") throw error;
    // Git may ignore everything except these directories.
    if (places.length > 0) return check({ ...options, paths: places }, undefined, conclude);
    throw noProjectSkills(error);
  }
}
