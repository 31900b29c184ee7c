import { onceForEach } from "../core/once.ts";
import { positionOf } from "../find/root-position.ts";
import type { NamedDirectory } from "../find/search.ts";
import { contextReader } from "../find/surroundings.ts";
import type { Answered } from "../lint/conclude.ts";
import type { Prepared } from "../lint/examine.ts";
import { lintExaminer } from "../lint/examiners.ts";
import type { PathOverrides } from "../lint/rule-settings.ts";
import type { Answer, Question } from "../model/answer.ts";
import type { Report } from "../model/report.ts";
import type { ScopeSummary, ValidateData } from "../model/reports/validate.ts";
import type { ContextReader } from "../model/skill.ts";
import type { SkillSource, Unread } from "../model/source.ts";
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
  /** Whether the result has a blob. The command line writes it for `skills merge-reports`. */
  readonly blob?: boolean;
  /** The settings before a change: a danger that only settings of the change hide counts all the same. */
  readonly earlier?: EarlierSettings;
}

export interface ValidateResult {
  readonly report: Report<ValidateData, "validate">;
  /** Absent if all skills in scope were checked. Also in the report's data, as `scope`. */
  readonly scopeSummary?: ScopeSummary;
  /** If it was asked for: what the report of all shards is made of, as plain data of a form that is private. */
  readonly blob?: object;
}

/**
 * Checks skills against the specification and the modeled clients, and plugins against the clients that they are made
 * for. Throws a SkillsError if nothing can be read, or neither a skill nor a plugin is in scope.
 */
export async function validate({ earlier, ...options }: ValidateOptions): Promise<ValidateResult> {
  if (earlier && (options.shard || options.blob))
    (await import("./scope/take-shard.ts")).refuseWithShard({ "settings before a change": true });
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

async function validateAsConfigured(options: Omit<ValidateOptions, "earlier">): Promise<ValidateResult> {
  const started = now();
  const { clients: words, jobs = 1, blob = false, cache: cached } = options;
  const clients = chosenWords(words);
  const selected = await selectSources({
    ...(blob && { shard: { index: 1, of: 1 } }),
    ...options,
    withPlugins: true,
  });
  const { sources, unread, scopeSummary, plugins = [] } = selected;
  const cache = cached && (await import("../run/cache.ts")).openCache(cached, options.cwd);
  const targetsOf = validatedTargets(options);
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
    cwd: options.cwd,
    cache,
    threads: await countThreads({ jobs, isCached: cache !== undefined }, "validate", sources.length),
    questionOf: (source) => questionOf(targetsOf(source)),
    prepare: validatePreparer(contextReader()),
  });
  await cache?.save();
  const answered = answers.map((answer, at) => placed(answer, sources[at]!));
  const roots = plugins.length > 0 ? await pluginsOf(plugins, options) : [];
  const report = concludeValidate([...answered, ...roots], unread, options, started);
  const { seconds } = report.summary;
  const made = blob && {
    command: "validate" as const,
    options,
    selected,
    answered,
    around: { unread, roots },
    seconds,
  };
  return {
    report: scopeSummary ? { ...report, data: { scope: scopeSummary } } : report,
    ...(scopeSummary && { scopeSummary }),
    ...(made && { blob: (await import("./shards/make-blob.ts")).makeBlob(made) }),
  };
}

/** The models of plugins are loaded only for one. */
async function pluginsOf(
  plugins: readonly NamedDirectory[],
  { targets, otherTargets = [], clients }: Omit<ValidateOptions, "earlier">,
): Promise<readonly Answered[]> {
  const { pluginAnswers } = await import("./scope/plugin-answers.ts");
  const chosen = [...(targets ?? ["spec"]), ...otherTargets];
  return pluginAnswers(plugins, { targets: chosen, ...(clients && { clients }), refusedOnly: true });
}

function placed(answer: Answer, { directory }: SkillSource): Answered {
  return { answer, ...(directory !== undefined && { directory }) };
}

/** The targets whose refusal of a skill is an error. */
function validatedTargets({
  targets = ["spec"],
  otherTargets = [],
  overrides,
}: Pick<ValidateOptions, "targets" | "otherTargets" | "overrides">): ReturnType<typeof targetsBy> {
  return targetsBy([...targets, ...otherTargets], overrides);
}

/** Makes the report of the answers about the skills of a run. */
export function concludeValidate(
  answered: readonly Answered[],
  unread: readonly Unread[],
  options: Omit<ValidateOptions, keyof Scope | "earlier"> & Pick<Scope, "ignore">,
  started: number,
): Report<never, "validate"> {
  const { targets = ["spec"], otherTargets = [], maxWarnings = Infinity, overrides } = options;
  const targetsOf = validatedTargets(options);
  const clients = chosenWords(options.clients);
  const found = timedReport({
    command: "validate",
    targets,
    subjects: answered.map(({ answer: { subject }, ...place }) => {
      const asked = targetsOf(place);
      return asked === targetsOf({}) ? subject : { ...subject, targets: asked };
    }),
    unread,
    started,
    maxWarnings,
    ruleSet: { command: "validate", otherTargets, clients, overrides: overrides?.entries },
  });
  return withSettingsFiles(found, options);
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
