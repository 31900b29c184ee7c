import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { once, onceForEach } from "../../core/once.ts";
import { suppressionReader } from "../../lint/apply-suppressions.ts";
import { type Around, type RunQuestion, settledFindings } from "../../lint/conclude.ts";
import { examineSync, type Prepared, type SyncExaminer } from "../../lint/examine.ts";
import type { OpenBaseline } from "../../lint/baseline.ts";
import { fixSkill } from "../../lint/fix-skill.ts";
import type { TextMemory } from "../../lint/text-memory.ts";
import { type Placed, requireRules } from "../../lint/rule-settings.ts";
import type { Answer, ExaminerId, Question } from "../../model/answer.ts";
import type { Siblings } from "../../model/collection.ts";
import { holdSource } from "../../model/held-source.ts";
import type { Policy } from "../../model/policy.ts";
import type { Report, SettingsFile } from "../../model/report.ts";
import type { SkillSource } from "../../model/source.ts";
import type { SyntaxVerdicts } from "../../model/syntax.ts";
import { chosenWords, clientsNamed, type Target } from "../../model/target.ts";
import { openSurroundings, type Surroundings } from "../../find/surroundings.ts";
import { pathInside } from "../../find/passed-over.ts";
import { answersOf, countThreads, type Origins, type Step } from "../../run/answers.ts";
import type { AnswerCache } from "../../run/cache.ts";
import { readHeadOf } from "../../run/heads.ts";
import { emptyMemory, type Memory, recall } from "../../run/memory.ts";
import { uninterrupted } from "../../write/signals.ts";
import { writeChanges } from "../../write/write-changes.ts";
import { now } from "../clock.ts";
import type { SelectedSources } from "../scope/select-sources.ts";
import type { CountingSettings } from "../settings/counting-settings.ts";
import { pathSettings } from "../settings/path-settings.ts";
import { concludeLint, noFixes, type Settled, type Unwritten } from "./conclude-lint.ts";
import type { FixLevel, LintOptions, LintResult } from "./lint-options.ts";
import { claimReader, lintPreparer, lintQuestions } from "./prepare-lint.ts";
import { startRuleClock } from "./rule-clock.ts";
import { selectLinted } from "./select-linted.ts";

/**
 * Runs every rule and applies fixes. Throws a SkillsError if nothing can be read, no skill is in scope, a rule is
 * unknown, the baseline cannot be read, or a file cannot be written or has changed since it was read. No file is
 * written until all have been read. `selected` are the skills in scope, if the caller has already selected them.
 */
export async function lint(options: LintOptions, selected?: SelectedSources): Promise<LintResult> {
  const {
    answers: _,
    targets: __,
    ...result
  } = await lintUnwritten(options, selected && { ...emptyMemory(), selected });
  if (!options.dryRun && result.changes.length > 0) await uninterrupted(() => writeChanges(result.changes));
  if (result.baseline) await (await import("./baseline.ts")).saveBaseline(result.baseline, options.cwd);
  return { ...result, report: await asBeforeChange(result.report, options) };
}

/** Options for `lintUnwritten`, which supports more targets than `lint`. */
export interface LintRequest extends Omit<LintOptions, "targets" | "baseline">, CountingSettings {
  readonly targets?: readonly Target[];
}

/**
 * The report with the dangers that only settings of a change hide, and with the versions of packages with rules. Files
 * are read again, with their fixes.
 */
export async function asBeforeChange<Found extends Report>(
  report: Found,
  options: LintRequest,
): Promise<Found> {
  const found = await exposed(report, options);
  if (!found.settings?.some(isOfPackage)) return found;
  const { withPackageFacts } = await import("../settings/package-facts.ts");
  return { ...found, settings: found.settings.map((file) => withPackageFacts(file, options.cwd)) };
}

function isOfPackage({ path }: SettingsFile): boolean {
  return /(?:^|\/)node_modules\//.test(path);
}

async function exposed<Found extends Report>(report: Found, options: LintRequest): Promise<Found> {
  const {
    earlier,
    dryRun,
    ignore,
    overrides,
    rules,
    ownRules,
    suppressions,
    security,
    baseline,
    cache,
    ...others
  } = options;
  if (!earlier || dryRun) return report;
  const { exposeDangers } = await import("./expose-dangers.ts");
  const same = { ...others, fix: "none", inline: false, syntax: false, timing: false } as const;
  return exposeDangers(report, {
    ...options,
    earlier,
    under: async (settings) => (await lintUnwritten({ ...same, ...settings })).report,
  });
}

/** What a run leaves for the next one over the same skills. */
export interface LintMemory extends Memory {
  /** The discovered skills; absent if they must be discovered again. */
  selected?: SelectedSources | undefined;
  /** What is remembered of the files of skills that are examined again. */
  readonly texts?: TextMemory;
}

/** What a command asks of each skill. */
export interface CommandQuestion extends Pick<Origins, "begin"> {
  readonly command: "lint" | "check";
  /** What is asked of a skill with these targets. */
  readonly examiners: (targets: readonly Target[]) => readonly ExaminerId[];
  /** What the skills may do, for the examiner of policies. */
  readonly policy?: Policy | undefined;
  /** The ids of findings that do not come from rules, for these targets. */
  readonly added?: (targets: readonly Target[]) => readonly string[];
  /** Adds the examiners that are not those of lint. */
  readonly prepare?: (lint: Prepared, question: Question) => Promise<Prepared>;
}

const asLint: CommandQuestion = { command: "lint", examiners: () => ["lint"] };

/**
 * All of `lint` except writing skills and the baseline; the cache is saved. Reuses the answers in `memory`. Fixes are
 * only those of lint: with `fix`, `asking` may not prepare or begin anything.
 */
export async function lintUnwritten(
  options: LintRequest,
  memory?: LintMemory,
  asking = asLint,
): Promise<Unwritten> {
  const started = now();
  requireLintOptions(options);
  if (options.shard || options.blob) await requireShardable(options);
  const baseline = await baselineOf(options);
  const selected = await selectOnce(options, memory);
  const { sources, inScope, scopeSummary } = selected;
  const clock = options.timing ? startRuleClock() : undefined;
  const cache = await openLintCache(options);
  const surroundings = openSurroundings();
  const run = runQuestion({ ...options, partOnly: options.partOnly || scopeSummary !== undefined }, asking);
  const prepare = lintPreparer({
    contextOf: surroundings.contextOf,
    memory: memory?.texts,
    syntax: await checkedSyntax(options, sources, memory),
    clock,
  });
  const origins = {
    cwd: options.cwd,
    memory,
    cache,
    step: stepOf(options),
    questionOf: lintQuestions({
      ...options,
      clients: await requireClients(options),
      examiners: asking.examiners,
      policy: asking.policy,
      settings: run.settings,
      digests: cache !== undefined || baseline !== undefined,
    }),
  };
  const { fix = "none" } = options;
  const answered =
    fix === "none"
      ? await askAll(sources, options, { ...origins, prepare }, asking)
      : await fixAll(sources, { ...options, level: fix }, { ...origins, prepare, run });
  const around = {
    siblings: siblingsOf(inScope, surroundings),
    scope: await scopeOf(selected, options, origins.questionOf),
    ...(await besidesSkills(selected, options)),
    baseline,
    timeRule: clock?.timerOf("."),
  };
  const extras = { timings: () => clock?.timings() ?? [], scopeSummary };
  const found = concludeLint(answered, { run, around, options, extras });
  await cache?.save();
  const seconds = (now() - started) / 1000;
  const { report } = found;
  const blob = options.blob && { command: asking.command, options, selected, answered, around, seconds };
  return {
    ...found,
    report: { ...report, summary: { ...report.summary, seconds } },
    ...(!run.partOnly && (await unplacedOf(options, sources))),
    ...(blob && { blob: (await import("../shards/make-blob.ts")).makeBlob(blob) }),
  };
}

/** The rules that run nowhere, if there are some. */
async function unplacedOf(
  options: LintRequest,
  sources: readonly SkillSource[],
): Promise<Pick<LintResult, "unplaced">> {
  if (!options.ownRules || !options.overrides) return {};
  const unplaced = (await import("../rules/placed-rules.ts")).unplacedRules(options, sources);
  return unplaced.length > 0 ? { unplaced } : {};
}

/** Throws a SkillsError for what a part of the skills cannot be asked for. */
async function requireShardable({ fix, dryRun, timing, baseline, earlier }: LintRequest): Promise<void> {
  const { refuseWithShard } = await import("../scope/take-shard.ts");
  refuseWithShard({
    fixes: (fix ?? "none") !== "none" || dryRun,
    "a new baseline": baseline?.write,
    "the time of rules": timing,
    "settings before a change": earlier,
  });
}

async function baselineOf({ baseline, cwd }: LintRequest): Promise<OpenBaseline | undefined> {
  return baseline && (await import("./baseline.ts")).openBaseline(baseline, cwd);
}

/** The skills in scope, which a memory keeps for the next run. */
async function selectOnce(options: LintRequest, memory: LintMemory | undefined): Promise<SelectedSources> {
  const selected = memory?.selected ?? (await selectLinted(options));
  if (memory) memory.selected = selected;
  return selected;
}

/** What happens before each skill; undefined if the caller asked for nothing. */
function stepOf({ signal, onProgress }: LintRequest): Step | undefined {
  if (!signal && !onProgress) return undefined;
  return async ({ label }, done, of) => {
    onProgress?.({ path: label, done, of });
    await new Promise(setImmediate);
    signal?.throwIfAborted();
  };
}

/** Throws a SkillsError for an unknown rule, or for options that cannot be combined. */
export function requireLintOptions({
  rules = {},
  ownRules,
  fixRules = [],
  overrides,
  ...options
}: LintRequest): void {
  requireRules(rules, ownRules);
  requireRules(Object.fromEntries(fixRules.map((id) => [id, "info" as const])), ownRules);
  for (const entry of overrides?.entries ?? []) requireRules(entry.rules ?? {}, ownRules);
  if ((options.fix ?? "none") !== "none" && options.stdin)
    throw new SkillsError(
      "bad-usage",
      "a SKILL.md on standard input cannot be fixed: there is no file to write",
    );
  if (options.dryRun && options.baseline?.write)
    throw new SkillsError("bad-usage", "a dry run cannot write a baseline");
}

/** Throws a SkillsError for fixes of a skill in an archive. */
function requireFixable(sources: readonly SkillSource[]): void {
  const archived = sources.find(({ upload }) => upload);
  if (archived)
    throw new SkillsError(
      "bad-usage",
      `${quote(archived.label)} is in an archive and cannot be fixed; unpack it, fix the skill and pack it again`,
    );
}

/** The clients to report, unless they are the common ones. Throws a SkillsError for a client without a record. */
export async function requireClients({ clients }: LintRequest): Promise<LintRequest["clients"]> {
  if (clients) (await import("../compat/choose-clients.ts")).chooseClients(clients);
  return chosenWords(clients);
}

/**
 * Opens the cache, if the run may use one. A search for dangers does not rely on what another run found, nor does one
 * that starts other programs or measures time.
 */
async function openLintCache({
  cache,
  cwd,
  security,
  syntax,
  timing,
}: LintRequest): Promise<AnswerCache | undefined> {
  if (!cache || security || syntax || timing) return undefined;
  return (await import("../../run/cache.ts")).openCache(cache, cwd);
}

/** All skills in scope; undefined if each of them is asked about. */
async function scopeOf(
  { sources, inScope }: SelectedSources,
  options: LintRequest,
  questionOf: (source: SkillSource) => Question,
): Promise<Around["scope"]> {
  if (sources.length === inScope.length) return undefined;
  return { skills: inScope, headOf: readHeadOf, claimsOf: await claimReader(options, questionOf) };
}

/** What was found that is no skill. The records of all clients are loaded only for single files and plugins. */
async function besidesSkills(
  { unread, loose = [], plugins = [] }: SelectedSources,
  options: LintRequest,
): Promise<Pick<Around, "unread" | "roots">> {
  if (loose.length + plugins.length === 0) return { unread };
  const { looseAnswers } = await import("../scope/loose-skills.ts");
  const { pluginAnswers } = await import("../scope/plugin-answers.ts");
  return { unread, roots: [...looseAnswers(loose, options), ...pluginAnswers(plugins, options)] };
}

/** What other programs say about the syntax of the skills, if that is requested. */
async function checkedSyntax(
  { syntax }: LintRequest,
  sources: readonly SkillSource[],
  memory: Memory | undefined,
): Promise<SyntaxVerdicts | undefined> {
  if (!syntax) return undefined;
  const { checkSyntax } = await import("./check-syntax.ts");
  return checkSyntax(sources.filter((source) => !recall(source, memory)));
}

/** All that the report of a run depends on besides the answers. */
export function runQuestion(
  {
    clients: words,
    maxWarnings = Infinity,
    targets = ["spec"],
    otherTargets = [],
    partOnly = false,
    ...options
  }: LintRequest,
  { added = () => [] }: Pick<CommandQuestion, "added">,
): RunQuestion {
  const clients = chosenWords(words);
  return {
    ...options,
    ...(clients && { clients: clientsNamed(clients) }),
    targets,
    partOnly,
    added: added(everywhere(targets, options)),
    maxWarnings,
    settings: pathSettings({ ...options, targets: [...targets, ...otherTargets] }),
    suppressionsOf: suppressionReader({ ...options, pathInside }),
  };
}

/** The targets that no override takes away from some skills. */
function everywhere(
  targets: readonly Target[],
  { overrides }: Pick<LintRequest, "overrides">,
): readonly Target[] {
  const replacing = overrides?.entries.flatMap((entry) => (entry.targets ? [entry.targets] : [])) ?? [];
  return targets.filter((id) => replacing.every((others) => others.includes(id)));
}

/** Lists the directories next to a skill only if a rule asks for them, as when a description names another skill. */
function siblingsOf(sources: readonly SkillSource[], { namesBeside }: Surroundings): Siblings {
  const directories = once(() => new Map(sources.map(({ label, directory }) => [label, directory])));
  return {
    get: (path) => {
      const directory = directories().get(path);
      return directory === undefined ? undefined : namesBeside(directory);
    },
  };
}

/**
 * The number of threads for the skills that are not in memory. Threads share neither other programs nor a clock.
 */
async function threadsFor(
  { jobs = 1, syntax, timing }: LintRequest,
  command: CommandQuestion["command"],
  sources: readonly SkillSource[],
  { memory, cache }: Pick<Origins, "memory" | "cache">,
): Promise<number> {
  if (syntax || timing) return 1;
  const unknown = sources.filter((source) => !recall(source, memory));
  return countThreads({ jobs, isCached: cache !== undefined }, command, unknown.length);
}

/** Where the answers come from, before the other examiners of a command are added. */
interface LintOrigins extends Omit<Origins, "prepare"> {
  prepare(question: Question): Promise<Prepared<SyncExaminer>>;
}

async function askAll(
  sources: readonly SkillSource[],
  options: LintRequest,
  origins: LintOrigins,
  { command, begin, prepare = async (lint: Prepared) => lint }: CommandQuestion,
): Promise<readonly Settled[]> {
  const answers = await answersOf(sources, {
    ...origins,
    prepare: onceForEach(async (question) => prepare(await origins.prepare(question), question)),
    threads: await threadsFor(options, command, sources, origins),
    ...(begin && { begin }),
  });
  return answers.map((answer, at) => ({ answer, ...placeOf(sources[at]!), ...noFixes }));
}

function placeOf({ directory }: SkillSource): Placed {
  return directory === undefined ? {} : { directory };
}

interface FixOptions extends Pick<LintRequest, "fixRules" | "acceptFix"> {
  readonly level: FixLevel;
}

/** Fixes one skill after the other, as none may change a file that a fix of an earlier one has changed. */
async function fixAll(
  sources: readonly SkillSource[],
  choice: FixOptions,
  origins: LintOrigins & { readonly run: RunQuestion },
): Promise<readonly Settled[]> {
  requireFixable(sources);
  const taken = new Set<string>();
  const all: Settled[] = [];
  for (const [index, source] of sources.entries()) {
    await origins.step?.(source, index, sources.length);
    const settled = await fixOne(source, choice, taken, origins);
    for (const { directory, from } of settled.changes) taken.add(`${directory}/${from}`);
    all.push(settled);
  }
  return all;
}

async function fixOne(
  source: SkillSource,
  { level, fixRules, acceptFix }: FixOptions,
  taken: ReadonlySet<string>,
  { memory, cache, questionOf, prepare, run }: LintOrigins & { readonly run: RunQuestion },
): Promise<Settled> {
  const question = questionOf(source);
  const prepared = await prepare(question);
  const place = placeOf(source);
  const found = cache?.find(source, question, prepared);
  if (found?.answer?.subject.findings.every(({ fixes }) => fixes.length === 0))
    return { answer: found.answer, ...place, ...noFixes };
  const held = holdSource(found?.source ?? source);
  const toFound = (answer: Answer) => ({ answer, findings: settledFindings({ answer, ...place }, run) });
  const look = (each: SkillSource) => toFound(examineSync(each, question, prepared));
  const known = recall(source, memory);
  const { found: last, ...fixes } = fixSkill(held, known ? toFound(known) : look(held), look, {
    level,
    rules: fixRules,
    accept: acceptFix,
    taken,
  });
  return { answer: last.answer, ...place, ...fixes };
}
