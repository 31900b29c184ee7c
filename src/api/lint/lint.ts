import { SkillsError } from "../../core/errors.ts";
import type { OpenBaseline } from "../../lint/baseline.ts";
import { lintSkill, type LintedSkill, type LintRun } from "../../lint/lint-run.ts";
import { requireRules } from "../../lint/rule-settings.ts";
import { withFindings } from "../../lint/run-rules.ts";
import { settleFindings } from "../../lint/settle-findings.ts";
import { suppressedSecurity } from "../../lint/suppressed-security.ts";
import type { Diagnostic, Subject } from "../../model/report.ts";
import type { ChosenFix } from "../../model/chosen-fix.ts";
import type { LintData } from "../../model/reports/lint.ts";
import type { SkillSource } from "../../model/source.ts";
import type { Target } from "../../model/target.ts";
import { countThreads } from "../jobs/count-threads.ts";
import { uninterrupted } from "../../write/signals.ts";
import { writeChanges } from "../../write/write-changes.ts";
import { timedReport } from "../timed-report.ts";
import type { ResultCache } from "../cache/result-cache.ts";
import { openSurroundings, type Surroundings } from "../../find/surroundings.ts";
import { now } from "../clock.ts";
import type { SelectedSources } from "../scope/select-sources.ts";
import type { CheckAddition } from "./check-addition.ts";
import { checkTogether } from "./check-together.ts";
import { emptyMemory, type LintMemory, recall, recalled } from "./lint-memory.ts";
import type { LintOptions, LintResult } from "./lint-options.ts";
import { lintPlan, prepareRun, type RunOptions } from "./prepare-run.ts";
import { type RuleClock, startRuleClock } from "./rule-clock.ts";
import { selectLinted } from "./select-linted.ts";

/**
 * Runs every rule and applies fixes. Throws a SkillsError if nothing can be read, no skill is in scope, a rule is
 * unknown, the baseline cannot be read, or a file cannot be written or has changed since it was read. No file is
 * written until all have been read. `selected` are the skills in scope, if the caller has already selected them.
 */
export async function lint(options: LintOptions, selected?: SelectedSources): Promise<LintResult> {
  const result = await lintUnwritten(options, selected && { ...emptyMemory(), selected });
  if (!options.dryRun && result.changes.length > 0) await uninterrupted(() => writeChanges(result.changes));
  if (result.baseline) await (await import("./baseline.ts")).saveBaseline(result.baseline, options.cwd);
  return result;
}

/** Options for `lintUnwritten`; an addition may support more targets than `lint`. */
export interface LintRequest extends Omit<LintOptions, "targets"> {
  readonly targets?: readonly Target[];
  /** Reads the surroundings of the skills; by default from disk. */
  readonly surroundings?: Surroundings;
  /** Called with each skill as it is before its fixes. */
  readonly noteUnfixed?: (skill: LintedSkill) => void;
}

/**
 * All of `lint` except writing. Reuses the results in `memory`; `addition` adds findings to each checked skill, and
 * does not support fixes.
 */
export async function lintUnwritten(
  options: LintRequest,
  memory?: LintMemory,
  addition?: CheckAddition,
): Promise<LintResult> {
  const started = now();
  requireOptions(options);
  const { targets = ["spec"], maxWarnings = Infinity } = options;
  const baseline =
    options.baseline && (await import("./baseline.ts")).openBaseline(options.baseline, options.cwd);
  const selected = memory?.selected ?? (await selectLinted(options));
  if (memory) memory.selected = selected;
  const { sources, unread, scopeSummary } = selected;
  const clock = options.timing ? startRuleClock() : undefined;
  const cache = await openLintCache(options, addition ? "check" : "lint");
  const { contextOf, namesBeside } = options.surroundings ?? openSurroundings();
  const run = await prepare({ ...options, targets }, { sources, memory, clock, baseline, cache, contextOf });
  const skills = addition
    ? await checkAll(run, addition, { ...options, targets }, { sources, cache, memory })
    : await lintAll(run, { ...options, targets }, { sources, cache, memory });
  const { settings } = run;
  const together = checkTogether(
    skills,
    selected,
    { settings: settings.widest, rulesOf: settings.rulesOf, timeRule: clock?.timerOf(".") },
    { memory, cache, about: [options.rules, options.overrides], namesBeside },
  );
  const settled = settleFindings(
    skills.map((skill) => joined(run, skill, together.get(skill.subject.path))),
    scopeSummary ? { ...options, partOnly: true } : options,
    baseline,
    addition?.rules,
  );
  const result = {
    ...fixesOf(skills),
    timings: clock?.timings() ?? [],
    ...(scopeSummary && { scopeSummary }),
    ...(settled.baseline && { baseline: settled.baseline }),
  };
  const { subjects } = settled;
  const report = timedReport({ command: "lint", targets, subjects, unread, started, maxWarnings });
  const hidden = options.security ? suppressedSecurity(subjects) : [];
  const summary = { ...report.summary, ...(hidden.length > 0 && { suppressedSecurity: hidden }) };
  await addition?.conclude?.(report, cache);
  await cache?.save();
  return { ...result, report: { ...report, ...dataOf(options, result), summary } };
}

/** Throws a SkillsError for an unknown rule, or for options that cannot be combined. */
function requireOptions({ rules = {}, fixRules = [], overrides, ...options }: LintRequest): void {
  requireRules(rules);
  requireRules(Object.fromEntries(fixRules.map((id) => [id, "info" as const])));
  for (const entry of overrides?.entries ?? []) requireRules(entry.rules ?? {});
  if ((options.fix ?? "none") !== "none" && options.stdin)
    throw new SkillsError(
      "bad-usage",
      "a SKILL.md on standard input cannot be fixed: there is no file to write",
    );
  if (options.dryRun && options.baseline?.write)
    throw new SkillsError("bad-usage", "a dry run cannot write a baseline");
}

/**
 * Opens the cache, if the run may use one. A search for dangers does not rely on what another run found, nor does one
 * that starts other programs or measures time.
 */
async function openLintCache(
  { cache, cwd, security, syntax, timing }: LintRequest,
  command: string,
): Promise<ResultCache | undefined> {
  if (!cache || security || syntax || timing) return undefined;
  return (await import("../cache/result-cache.ts")).openResultCache(cache, cwd, command);
}

interface RunParts {
  readonly sources: readonly SkillSource[];
  readonly memory: LintMemory | undefined;
  readonly clock: RuleClock | undefined;
  readonly baseline: OpenBaseline | undefined;
  readonly cache: ResultCache | undefined;
}

/** Prepares the run, after other programs have checked the syntax of the skills, if that is requested. */
async function prepare(
  options: LintRequest & RunOptions,
  { sources, memory, clock, baseline, cache, contextOf }: RunParts & Pick<Surroundings, "contextOf">,
): Promise<LintRun> {
  const syntax = options.syntax
    ? await (await import("./check-syntax.ts")).checkSyntax(
        sources.filter((source) => !recalled(source, memory)),
      )
    : undefined;
  const noted = cache?.noting(contextOf) ?? contextOf;
  return prepareRun(options, { contextOf: noted, syntax, clock, baseline });
}

/** The skill with what the collection rules found. */
function joined(
  { finished }: LintRun,
  skill: LintedSkill,
  findings: readonly Diagnostic[] | undefined,
): LintedSkill {
  if (!findings) return skill;
  const { subject } = withFindings(skill, findings);
  return { ...skill, subject: finished.holdAgain(subject) };
}

/** The skills of a run, and the results of earlier runs. */
type Given = Pick<RunParts, "sources" | "cache" | "memory">;

async function lintAll(
  run: LintRun,
  options: LintRequest & RunOptions,
  given: Given,
): Promise<readonly LintedSkill[]> {
  const { sources, cache, memory } = given;
  const threads = memory ? 1 : await threadsFor(options, "lint", given);
  if (threads > 1) {
    const { lintOnThreads } = await import("./lint-results.ts");
    return lintOnThreads(run, lintPlan(options), { sources, cache, threads });
  }
  const linted = cache
    ? (await import("./lint-results.ts")).lintedBy(run, cache)
    : (source: SkillSource) => lintSkill(run, source);
  return sources.map((source) => recall(source, memory, linted));
}

/**
 * The number of threads for the skills that are not in memory. Fixes depend on those of earlier skills, and threads
 * share neither other programs nor a clock.
 */
async function threadsFor(
  { jobs = 1, fix = "none", syntax, timing }: LintRequest,
  command: "lint" | "check",
  { sources, cache, memory }: Given,
): Promise<number> {
  if (fix !== "none" || syntax || timing) return 1;
  const unknown = sources.filter((source) => !recalled(source, memory));
  return countThreads({ jobs, isCached: cache !== undefined }, command, unknown.length);
}

async function checkAll(
  run: LintRun,
  addition: CheckAddition,
  options: LintRequest & RunOptions,
  given: Given,
): Promise<readonly LintedSkill[]> {
  const results = await import("./lint-results.ts");
  const threads = await threadsFor(options, "check", given);
  return results.checkAll(run, addition, lintPlan(options), { ...given, threads });
}

/** The applied and unapplied fixes, and the files that could not be parsed. */
function fixesOf(
  skills: readonly LintedSkill[],
): Pick<LintResult, "fixed" | "left" | "unparsed" | "changes"> {
  return {
    fixed: skills.flatMap(({ applied, subject }) => applied.map((each) => inSkill(each, subject))),
    left: skills.flatMap(({ left, subject }) => left.map((each) => inSkill(each, subject))),
    unparsed: skills.flatMap(({ unparsed, subject: { path } }) =>
      unparsed.map(({ path: file, reason }) => ({ path, file, reason })),
    ),
    changes: skills.flatMap(({ changes }) => changes),
  };
}

/** The requested results besides findings. */
function dataOf(
  { fix = "none", syntax, timing }: LintRequest,
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
  { path }: Subject,
): Chosen & { readonly path: string } {
  return { path, ...fix };
}
