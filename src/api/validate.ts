import { SubjectHolder } from "../lint/hold-subject.ts";
import { examineSkill } from "../lint/examine-skill.ts";
import type { PathOverrides } from "../lint/rule-settings.ts";
import type { Report, Subject } from "../model/report.ts";
import type { ContextReader } from "../model/skill.ts";
import { isClient, type LintTarget, type Target } from "../model/target.ts";
import { countThreads, type Jobs } from "./jobs/count-threads.ts";
import { contextReader } from "../find/surroundings.ts";
import type { ScopeSummary, ValidateData } from "../model/reports/validate.ts";
import { skillRules } from "../rules/lists/skill-rules.ts";
import type { CacheOption } from "./cache/result-cache.ts";
import { now } from "./clock.ts";
import { resultsOf, type SkillWork } from "./jobs/results-of.ts";
import type { Scope } from "./scope/find-sources.ts";
import { type ScopeFilter, selectSources } from "./scope/select-sources.ts";
import { targetsBy } from "./settings/path-overrides.ts";
import { timedReport } from "./timed-report.ts";

export interface ValidateOptions extends Scope, ScopeFilter {
  /** The targets whose refusal is an error; by default only "spec". */
  readonly targets?: readonly LintTarget[];
  /** Chosen targets that only `skills check` supports: no advice here may break them. */
  readonly otherTargets?: readonly Target[];
  /** Other targets for some skills, whose refusals are errors there; the report lists the targets of the run. */
  readonly overrides?: PathOverrides;
  /** Maximum number of warnings; with more, the outcome is 1. */
  readonly maxWarnings?: number;
  /** Use the results of earlier runs for skills that have not changed. */
  readonly cache?: CacheOption;
  /** The number of threads that check the skills; 1 by default. Does not change the results. */
  readonly jobs?: Jobs;
}

export interface ValidateResult {
  readonly report: Report<ValidateData>;
  /** Absent if all skills in scope were checked. Also in the report's data, as `scope`. */
  readonly scopeSummary?: ScopeSummary;
}

/**
 * Checks skills against the specification and the modeled clients. Throws a SkillsError if nothing can be read, or no
 * skill is in scope.
 */
export async function validate({
  targets = ["spec"],
  otherTargets = [],
  maxWarnings = Infinity,
  overrides,
  cache: cached,
  jobs = 1,
  ...scope
}: ValidateOptions): Promise<ValidateResult> {
  const started = now();
  const { sources, unread, scopeSummary } = await selectSources(scope);
  const cache =
    cached && (await import("./cache/result-cache.ts")).openResultCache(cached, scope.cwd, "validate");
  const plan: ValidatePlan = {
    command: "validate",
    targets: [...targets, ...otherTargets],
    ...(overrides && { overrides }),
  };
  const targetsOf = targetsBy(plan.targets, overrides);
  const finished = new SubjectHolder();
  const subjects = await resultsOf(
    sources,
    {
      work: await validateWork(plan, cache?.noting(contextReader()) ?? contextReader()),
      about: (source) => [targetsOf(source)],
      cache,
      threads: await countThreads({ jobs, isCached: cache !== undefined }, "validate", sources.length),
      plan: () => plan,
    },
    (_, subject) => finished.hold(subject),
  );
  await cache?.save();
  const report = timedReport({ command: "validate", targets, subjects, unread, started, maxWarnings });
  return {
    report: scopeSummary ? { ...report, data: { scope: scopeSummary } } : report,
    ...(scopeSummary && { scopeSummary }),
  };
}

/** The options that influence the findings of a skill: plain data. */
export interface ValidatePlan {
  readonly command: "validate";
  readonly targets: readonly Target[];
  readonly overrides?: PathOverrides;
}

/** Loads what the plan needs, and returns the work on each skill. */
export async function validateWork(
  { targets, overrides }: ValidatePlan,
  contextOf: ContextReader,
): Promise<SkillWork<Subject>> {
  const targetsOf = targetsBy(targets, overrides);
  const mayAsk = overrides !== undefined || targets.some(isClient);
  const clientsOf = mayAsk ? (await import("./asked-clients.ts")).askedClients() : () => [];
  return (source) => {
    const chosen = targetsOf(source);
    const examination = { targets: chosen, clients: clientsOf(chosen), rules: skillRules, contextOf };
    const { subject } = examineSkill(source, examination);
    return { saved: subject, isLasting: subject.partial.length === 0 };
  };
}
