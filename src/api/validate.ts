import type { Report, Subject } from "../model/report.ts";
import { isClient, type LintTarget, type Target } from "../model/target.ts";
import type { ScopeSummary, ValidateData } from "../results/validate.ts";
import { skillRules } from "../rules/lists/skill-rules.ts";
import type { CacheOption } from "./cache/result-cache.ts";
import { timedReport } from "./timed-report.ts";
import { now } from "./clock.ts";
import { contextReader } from "../read/surroundings.ts";
import { copySubject } from "../lint/copy-subject.ts";
import { examineSkill } from "../lint/examine-skill.ts";
import { selectSources, type ScopeFilter } from "./scope/select-sources.ts";
import type { Scope } from "./scope/find-sources.ts";
import { targetsBy } from "./settings/path-overrides.ts";
import type { PathOverrides } from "../lint/rule-settings.ts";

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
  ...scope
}: ValidateOptions): Promise<ValidateResult> {
  const started = now();
  const { sources, unread, scopeSummary } = await selectSources(scope);
  const targetsOf = targetsBy([...targets, ...otherTargets], overrides);
  const cache =
    cached && (await import("./cache/result-cache.ts")).openResultCache(cached, scope.cwd, "validate");
  const contextOf = cache?.noting(contextReader()) ?? contextReader();
  const mayAsk = overrides !== undefined || [...targets, ...otherTargets].some(isClient);
  const clientsOf = mayAsk ? (await import("./asked-clients.ts")).askedClients() : () => [];
  const subjects = sources.map((source) => {
    const asked = targetsOf(source);
    const found = cache?.find<Subject>(source, () => [asked]);
    if (found?.saved) return found.saved;
    const { subject } = examineSkill(found?.source ?? source, {
      targets: asked,
      clients: clientsOf(asked),
      rules: skillRules,
      contextOf,
    });
    const result = copySubject(subject);
    if (result.partial.length === 0) found?.store(result);
    return result;
  });
  await cache?.save();
  const report = timedReport({ command: "validate", targets, subjects, unread, started, maxWarnings });
  return {
    report: scopeSummary ? { ...report, data: { scope: scopeSummary } } : report,
    ...(scopeSummary && { scopeSummary }),
  };
}
