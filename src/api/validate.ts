import { onceForEach } from "../core/once.ts";
import { positionOf } from "../find/root-position.ts";
import { contextReader } from "../find/surroundings.ts";
import type { Prepared } from "../lint/examine.ts";
import { lintExaminer } from "../lint/examiners.ts";
import type { PathOverrides } from "../lint/rule-settings.ts";
import type { Question } from "../model/answer.ts";
import type { Report } from "../model/report.ts";
import type { ScopeSummary, ValidateData } from "../model/reports/validate.ts";
import type { ContextReader } from "../model/skill.ts";
import { chosenWords, isClient, type LintTarget, type Target } from "../model/target.ts";
import { skillRules } from "../rules/lists/skill-rules.ts";
import { answersOf, countThreads, type Jobs } from "../run/answers.ts";
import type { CacheOption } from "../run/cache.ts";
import type { RecordedVersion } from "../targets/newest-clients.ts";
import { validators } from "../generated/validators.ts";
import { now } from "./clock.ts";
import type { Scope } from "./scope/find-sources.ts";
import { type ScopeFilter, selectSources } from "./scope/select-sources.ts";
import { type EarlierSettings, withSettingsFiles } from "./settings/counting-settings.ts";
import { targetsBy } from "./settings/path-overrides.ts";
import { timedReport } from "./timed-report.ts";

export interface ValidateOptions extends Scope, ScopeFilter {
  /** The targets whose refusal is an error; by default only "spec". */
  readonly targets?: readonly LintTarget[];
  /** Chosen targets that only `skills check` supports: no advice here may break them. */
  readonly otherTargets?: readonly Target[];
  /** Other targets for some skills, whose refusals are errors there; the report lists the targets of the run. */
  readonly overrides?: PathOverrides;
  /**
   * The agent clients to report: ids, possibly with a range of versions ("codex >=0.160"), "common", the default, and
   * "all". What one of them does not load is a warning; targets are reported too. Not used by `validate` but for the
   * names in messages.
   */
  readonly clients?: readonly string[];
  /** Maximum number of warnings; with more, the outcome is 1. */
  readonly maxWarnings?: number;
  /** Use the results of earlier runs for skills that have not changed. */
  readonly cache?: CacheOption;
  /** The number of threads that check the skills; 1 by default. Does not change the results. */
  readonly jobs?: Jobs;
  /** The settings before a change: a danger that only settings of the change hide counts all the same. */
  readonly earlier?: EarlierSettings;
}

export interface ValidateResult {
  readonly report: Report<ValidateData, "validate">;
  /** Absent if all skills in scope were checked. Also in the report's data, as `scope`. */
  readonly scopeSummary?: ScopeSummary;
}

/**
 * Checks skills against the specification and the modeled clients. Throws a SkillsError if nothing can be read, or no
 * skill is in scope.
 */
export async function validate({ earlier, ...options }: ValidateOptions): Promise<ValidateResult> {
  const result = await validateAsConfigured(options);
  if (!earlier) return result;
  const { ignore: _, cache: _cache, ...others } = options;
  const { exposeDangers } = await import("./lint/expose-dangers.ts");
  const report = await exposeDangers(result.report, {
    ...options,
    earlier,
    under: async ({ ignore }) =>
      (await validateAsConfigured({ ...others, ...(ignore && { ignore }) })).report,
  });
  return { ...result, report };
}

async function validateAsConfigured({
  targets = ["spec"],
  otherTargets = [],
  maxWarnings = Infinity,
  overrides,
  cache: cached,
  clients: words,
  jobs = 1,
  ...scope
}: Omit<ValidateOptions, "earlier">): Promise<ValidateResult> {
  const started = now();
  const clients = chosenWords(words);
  const { sources, unread, scopeSummary } = await selectSources(scope);
  const cache = cached && (await import("../run/cache.ts")).openCache(cached, scope.cwd);
  const targetsOf = targetsBy([...targets, ...otherTargets], overrides);
  const questionOf = onceForEach(
    (asked: readonly Target[]): Question => ({
      examiners: ["lint"],
      targets: asked,
      ...(clients && { clients }),
      rules: "validate",
      ...(cache && { digests: true }),
    }),
  );
  const answers = await answersOf(sources, {
    cwd: scope.cwd,
    cache,
    threads: await countThreads({ jobs, isCached: cache !== undefined }, "validate", sources.length),
    questionOf: (source) => questionOf(targetsOf(source)),
    prepare: validatePreparer(contextReader()),
  });
  await cache?.save();
  const subjects = answers.map(({ subject }, at) => {
    const asked = targetsOf(sources[at]!);
    return asked === targetsOf({}) ? subject : { ...subject, targets: asked };
  });
  const found = timedReport({
    command: "validate",
    targets,
    subjects,
    unread,
    started,
    maxWarnings,
    ruleSet: { command: "validate", otherTargets, clients, overrides: overrides?.entries },
  });
  const report = withSettingsFiles(found, scope);
  return {
    report: scopeSummary ? { ...report, data: { scope: scopeSummary } } : report,
    ...(scopeSummary && { scopeSummary }),
  };
}

/** Returns a function that loads what a question asks for. */
export function validatePreparer(contextOf: ContextReader): (question: Question) => Promise<Prepared> {
  return onceForEach(async ({ targets, digests }) => ({
    examiners: [lintExaminer({ rules: skillRules, clientsOf: await clientsAmong(targets), positionOf })],
    reading: { contextOf },
    models: validators,
    ...(digests && { digest: (await import("../manifest/digest.ts")).digestText }),
  }));
}

/** The records of clients are loaded only for a client that was asked for. */
async function clientsAmong(
  targets: readonly Target[],
): Promise<(asked: readonly Target[]) => readonly RecordedVersion[]> {
  return targets.some(isClient) ? (await import("./asked-clients.ts")).askedClients() : () => [];
}
