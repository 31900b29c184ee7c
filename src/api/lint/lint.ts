import { SkillsError } from "../../core/errors.ts";
import type { OpenBaseline } from "../../lint/baseline.ts";
import type { Examined } from "../../lint/examine-skill.ts";
import { examine, lintSkill, type LintedSkill, type LintRun, startRun } from "../../lint/lint-run.ts";
import { requireRules } from "../../lint/rule-settings.ts";
import { withFindings } from "../../lint/run-rules.ts";
import { settleFindings } from "../../lint/settle-findings.ts";
import { suppressedSecurity } from "../../lint/suppressed-security.ts";
import { suppressionReader } from "../../lint/apply-suppressions.ts";
import type { Subject } from "../../model/report.ts";
import type { ChosenFix } from "../../model/chosen-fix.ts";
import type { SkillCheck } from "../../results/check.ts";
import type { LintData } from "../../results/lint.ts";
import type { FileEntry, SkillSource } from "../../model/source.ts";
import type { Client } from "../../model/loader.ts";
import { isClient, type Target } from "../../model/target.ts";
import { type HeldSource, holdSource } from "../../read/hold-source.ts";
import { pathInside } from "../../read/passed-over.ts";
import { contextReader } from "../../read/surroundings.ts";
import { loadExactCounter } from "../../tokens/exact-counter.ts";
import { clientsFor } from "../../targets/newest-clients.ts";
import { uninterrupted } from "../../write/uninterrupted.ts";
import { writeChanges } from "../../write/write-changes.ts";
import { timedReport } from "../timed-report.ts";
import type { ResultCache } from "../cache/result-cache.ts";
import { now } from "../clock.ts";
import { inOrder } from "../in-order.ts";
import type { SelectedSources } from "../scope/select-sources.ts";
import { pathSettings } from "../settings/path-settings.ts";
import { checkTogether } from "./check-together.ts";
import { type LintMemory, recall } from "./lint-memory.ts";
import type { LintOptions, LintResult } from "./lint-options.ts";
import { type RuleClock, startRuleClock } from "./rule-clock.ts";
import { selectLinted } from "./select-linted.ts";

/**
 * Runs every rule and applies fixes. Throws a SkillsError if nothing can be read, no skill is in scope, a rule is
 * unknown, the baseline cannot be read, or a file cannot be written or has changed since it was read. No file is
 * written until all have been read. `selected` are the skills in scope, if the caller has already selected them.
 */
export async function lint(options: LintOptions, selected?: SelectedSources): Promise<LintResult> {
  const result = await lintUnwritten(options, selected && { skills: new Map(), stale: new Set(), selected });
  if (!options.dryRun && result.changes.length > 0) await uninterrupted(() => writeChanges(result.changes));
  if (result.baseline) await (await import("./baseline.ts")).saveBaseline(result.baseline, options.cwd);
  return result;
}

/** Options for `lintUnwritten`; an addition may support more targets than `lint`. */
export interface LintRequest extends Omit<LintOptions, "targets"> {
  readonly targets?: readonly Target[];
}

/**
 * All of `lint` except writing. Reuses the results in `memory`; `addition` adds findings to each checked skill, and
 * supports neither memory nor fixes.
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
  const run = await prepareRun({ ...options, targets }, { sources, memory, clock, baseline, cache });
  const skills = addition
    ? await lintWith(run, addition, { sources, cache })
    : await lintAll(run, { sources, cache, memory });
  await cache?.save();
  const { settings } = run;
  const together = checkTogether(
    skills,
    selected,
    { settings: settings.widest, rulesOf: settings.rulesOf, timeRule: clock?.timerOf(".") },
    memory,
  );
  const settled = settleFindings(
    skills.map((skill) => withFindings(skill, together.get(skill.subject.path))),
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

/** Runs other programs and loads tables, if requested, before the first skill is examined. */
async function prepareRun(
  options: LintRequest & Pick<Required<LintRequest>, "targets">,
  { sources, memory, clock, baseline, cache }: RunParts,
): Promise<LintRun> {
  const { security, fix, fixRules, acceptFix } = options;
  const tokens = options.tokens === "exact" ? await loadExactCounter() : undefined;
  const syntax = options.syntax
    ? await (await import("./check-syntax.ts")).checkSyntax(
        sources.filter(({ label }) => !memory?.skills.has(label) || memory.stale.has(label)),
      )
    : undefined;
  return startRun({
    clientsOf: clientsFor(await loadClients(options)),
    settings: pathSettings({ ...options, targets: [...options.targets, ...(options.otherTargets ?? [])] }),
    suppressionsOf: suppressionReader({ ...options, pathInside }),
    reading: {
      ...(tokens && { tokens }),
      syntax,
      contextOf: cache?.noting(contextReader()) ?? contextReader(),
    },
    security,
    syntax: options.syntax,
    fix,
    fixRules,
    acceptFix,
    baseline: baseline?.work,
    timerOf: clock && ((label) => clock.timerOf(label)),
  });
}

/** The records of all clients are loaded only where a target may name one that is not common. */
async function loadClients({
  targets,
  otherTargets = [],
  overrides,
}: LintRequest & Pick<Required<LintRequest>, "targets">): Promise<readonly Client[]> {
  const mayAsk = overrides !== undefined || [...targets, ...otherTargets].some(isClient);
  const { clients } = mayAsk
    ? await import("../../targets/clients/index.ts")
    : await import("../../targets/clients/common.ts");
  return clients;
}

async function lintAll(
  run: LintRun,
  { sources, cache, memory }: Pick<RunParts, "sources" | "cache" | "memory">,
): Promise<readonly LintedSkill[]> {
  const linted = cache
    ? (await import("./cached-lint.ts")).lintedBy(run, cache)
    : (source: SkillSource) => lintSkill(run, source);
  return sources.map((source) => recall(source, memory, linted));
}

/** Handles one skill at a time, so that its texts are released before the next skill is read. */
async function lintWith(
  run: LintRun,
  addition: CheckAddition,
  { sources, cache }: Pick<RunParts, "sources" | "cache">,
): Promise<readonly LintedSkill[]> {
  addition.begin(sources.length);
  const checked = cache
    ? (await import("./cached-lint.ts")).checkedBy(run, addition, cache)
    : async (source: SkillSource) => {
        const held = holdSource(source);
        const added = await addition.add(examine(run, held), held, run.settings.targetsOf(source));
        addition.note(added.check);
        return lintSkill(run, source, added.examined);
      };
  return inOrder(sources, 1, checked);
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

/**
 * Findings that `skills check` adds to those of the rules, before severities, suppressions and the baseline are
 * applied.
 */
export interface CheckAddition {
  /** The rule ids of its findings. */
  readonly rules: readonly string[];
  /** Called before the first skill, with the number of skills. */
  begin(skills: number): void;
  /** Checks a skill; `targets` are those whose refusal is an error. */
  add(examined: Examined, source: HeldSource, targets: readonly Target[]): Promise<Added>;
  /** Called with the result of each skill, in order. */
  note(check: SkillCheck): void;
  /** What a result depends on, besides the skill's files and the settings of lint. */
  about(source: SkillSource, files: readonly FileEntry[]): readonly unknown[];
}

/** A skill with the findings of `skills check`. */
interface Added {
  readonly examined: Examined;
  readonly check: SkillCheck;
  /** Whether the next run would find the same if nothing changed. */
  readonly isLasting: boolean;
}
