import { SkillsError } from "../../core/errors.ts";
import { compareDiagnostics } from "../../lint/check.ts";
import type { ChosenFix } from "../../model/chosen-fix.ts";
import type { LintData } from "../../results/lint.ts";
import { suppress } from "../../lint/suppress.ts";
import type { Diagnostic, Subject } from "../../model/report.ts";
import type { SkillSource } from "../../model/source.ts";
import type { CheckTarget } from "../../model/target.ts";
import { contextReader } from "../../read/surroundings.ts";
import { suppressionRules } from "../../rules/lists/suppression-rules.ts";
import { loadExactCounter } from "../../tokens/exact-counter.ts";
import { uninterrupted } from "../../write/uninterrupted.ts";
import { writeChanges } from "../../write/write-changes.ts";
import { assembleReport } from "../assemble-report.ts";
import { now } from "../clock.ts";
import { inOrder } from "../in-order.ts";
import { type Selected, selectSources } from "../scope/changed-skills.ts";
import { pathSettings, type PathSettings } from "../settings/path-settings.ts";
import { requireRules, rulesToRun, withSettings } from "../settings/rule-settings.ts";
import { type Examined, examineSkill } from "../skill/examine-skill.ts";
import type { Reading } from "../skill/load-skill.ts";
import { vocabularyOf } from "../skill/vocabulary-of.ts";
import type { BaselineWork, Contents } from "./baseline.ts";
import { collect } from "./check-collection.ts";
import { checkTogether } from "./check-together.ts";
import { type FixedSkill, fixSkill } from "./fix-skill.ts";
import type { LintOptions, LintResult } from "./lint-options.ts";
import { type LintedSkill, type LintMemory, recall } from "./linted-skill.ts";
import { type RuleClock, startRuleClock } from "./rule-clock.ts";
import { type FoundSkill, keepFound, settleFindings } from "./settle-findings.ts";
import { suppressedSecurity } from "./suppressed-security.ts";
import { suppressionReader, type SuppressionReader } from "./suppressions.ts";

/**
 * Does what `validate` does, gives advice, and mends what can be mended. Throws a SkillsError where nothing can be read, no skill
 * is in scope, there is no such rule, or a file cannot be written or has changed since it was read: no file is written until all
 * have been read. A baseline that cannot be read is such an error too. `selected` are the skills, where somebody has found them out.
 */
export async function lint(options: LintOptions, selected?: Selected): Promise<LintResult> {
  const planned = await planLint(options, selected && { skills: new Map(), stale: new Set(), selected });
  if (!options.dryRun && planned.changes.length > 0) await uninterrupted(() => writeChanges(planned.changes));
  if (planned.baseline) await (await import("./baseline.ts")).saveBaseline(planned.baseline, options.cwd);
  return planned;
}

/** What `planLint` takes: a target that only the addition asks is one, too. */
export interface LintPlan extends Omit<LintOptions, "targets"> {
  readonly targets?: readonly CheckTarget[];
}

/** All of `lint` but the writing. What `memory` holds is not found out again; `addition` says more of each skill that is looked at, and goes with no memory and no fix. */
export async function planLint(
  options: LintPlan,
  memory?: LintMemory,
  addition?: Addition,
): Promise<LintResult> {
  const started = now();
  const { targets = ["spec"], maxWarnings = Infinity, fix = "none", rules = {}, ...scope } = options;
  for (const set of [
    rules,
    Object.fromEntries((options.fixRules ?? []).map((id) => [id, "info" as const])),
    ...(options.overrides?.entries ?? []).map((entry) => entry.rules ?? {}),
  ])
    requireRules(set);
  if (fix !== "none" && scope.stdin)
    throw new SkillsError(
      "bad-usage",
      "a SKILL.md on standard input cannot be fixed, as there is no file to write",
    );
  if (options.dryRun && options.baseline?.write)
    throw new SkillsError("bad-usage", "a dry run writes nothing, and so no baseline");
  const baseline =
    options.baseline && (await import("./baseline.ts")).openBaseline(options.baseline, scope.cwd);
  const selected = memory?.selected ?? (await selectLinted(options));
  if (memory) memory.selected = selected;
  const { sources, unread, narrowed } = selected;
  const clock = options.timing ? startRuleClock() : undefined;
  const tokens = options.tokens === "exact" ? await loadExactCounter() : undefined;
  const syntax = options.syntax
    ? await (await import("./check-syntax.ts")).checkSyntax(
        sources.filter(({ label }) => !memory?.skills.has(label) || memory.stale.has(label)),
      )
    : undefined;
  const suppressionsOf = suppressionReader(options);
  const settings = pathSettings({ ...options, targets });
  const examiner = createExaminer(
    settings,
    options,
    suppressionsOf,
    { ...(tokens && { tokens }), syntax, contextOf: contextReader() },
    clock,
  );
  const lintSkill = skillLinter(options, examiner, suppressionsOf, settings, baseline?.work);
  const skills = addition
    ? await lintWith(addition, sources, examiner, lintSkill, settings)
    : sources.map((source) => recall(source, memory, lintSkill));
  const together = checkTogether(
    skills,
    selected,
    { settings: settings.widest, rulesOf: settings.rulesOf, around: clock?.around(".") },
    memory,
  );
  const contents: Contents = new Map(skills.flatMap((skill) => Array.from(skill.contents)));
  const settled = settleFindings(
    skills.map((skill) => withFindings(skill, together.get(skill.subject.path))),
    narrowed ? { ...options, partOnly: true } : options,
    contents,
    baseline,
    addition?.rules,
  );
  const result = {
    fixed: skills.flatMap(({ applied, subject }) => applied.map((each) => inSkill(each, subject))),
    left: skills.flatMap(({ left, subject }) => left.map((each) => inSkill(each, subject))),
    unparsed: skills.flatMap(({ unparsed, subject: { path } }) =>
      unparsed.map(({ path: file, reason }) => ({ path, file, reason })),
    ),
    timings: clock?.timings() ?? [],
    changes: skills.flatMap(({ changes }) => changes),
    ...(narrowed && { narrowed }),
    ...(settled.baseline && { baseline: settled.baseline }),
  };
  const report = assembleReport({
    command: "lint",
    targets,
    subjects: settled.subjects,
    unread,
    started,
    maxWarnings,
  });
  const hidden = options.security ? suppressedSecurity(settled.subjects) : [];
  const summary = { ...report.summary, ...(hidden.length > 0 && { suppressedSecurity: hidden }) };
  return { ...result, report: { ...report, ...dataOf(options, result), summary } };
}

/** What was asked for beside findings. */
function dataOf(
  { fix = "none", syntax, timing }: LintPlan,
  { fixed, left, unparsed, timings, narrowed, baseline }: Omit<LintResult, "report">,
): { readonly data?: LintData } {
  const data = {
    ...(fix !== "none" && { fixed, left }),
    ...(syntax && { unparsed }),
    ...(timing && { timings }),
    ...(narrowed && { scope: narrowed }),
    ...(baseline && { baseline: { path: baseline.path, known: baseline.known, gone: baseline.gone } }),
  };
  return Object.keys(data).length > 0 ? { data } : {};
}

/** Lints a skill and lets its texts go; one that was examined already is not examined again. */
function skillLinter(
  { fix = "none", fixRules, syntax = false }: LintPlan,
  { examine }: Examiner,
  suppressionsOf: SuppressionReader,
  { rulesOf }: PathSettings,
  baseline: BaselineWork | undefined,
): SkillLinter {
  const taken = new Set<string>();
  return (source, level = fix, known) => {
    const contents: Contents = new Map();
    const { examined, ...fixes } =
      known || level === "none"
        ? unfixed(known ?? examine(source))
        : fixSkill(source, level, examine, (file) => taken.has(file), fixRules);
    for (const { directory, from } of fixes.changes) taken.add(`${directory}/${from}`);
    const found = keepFound(
      examined,
      source,
      { suppressions: suppressionsOf(examined.skill, source), rules: rulesOf(source) },
      contents,
      baseline,
    );
    const collected = collect(examined.skill, source);
    return {
      ...fixes,
      ...found,
      contents,
      collected: collected ? [collected] : [],
      unparsed: syntax ? examined.skill.syntax.unparsed : [],
    };
  };
}

type SkillLinter = (source: SkillSource, level?: LintOptions["fix"], known?: Examined) => LintedSkill;

/** One skill at a time, so that the texts of the one are gone before those of the next are read. */
async function lintWith(
  { begin, add }: Addition,
  sources: readonly SkillSource[],
  { read, settle }: Examiner,
  lintSkill: SkillLinter,
  { targetsOf }: PathSettings,
): Promise<readonly LintedSkill[]> {
  begin(sources.length);
  return inOrder(sources, 1, async (source) =>
    lintSkill(source, "none", settle(await add(read(source), source, targetsOf(source)), source)),
  );
}

interface Examiner {
  /** Runs the rules that were asked for. */
  read(source: SkillSource): Examined;
  /** What they say as they are set; what is silenced is marked, so that it is not mended. */
  settle(examined: Examined, source: SkillSource): Examined;
  /** The two together. */
  examine(source: SkillSource): Examined;
}

function createExaminer(
  { widest, targetsOf, rulesOf }: PathSettings,
  { security = false }: LintPlan,
  suppressionsOf: SuppressionReader,
  reading: Reading,
  clock: RuleClock | undefined,
): Examiner {
  const running = rulesToRun(widest, security);
  const examination = {
    rules: running,
    vocabulary: vocabularyOf([...running, ...suppressionRules]),
    ...reading,
  };
  const read: Examiner["read"] = (source) =>
    examineSkill(source, { ...examination, targets: targetsOf(source), around: clock?.around(source.label) });
  const settle: Examiner["settle"] = (examined, source) => {
    const { subject, skill } = examined;
    return {
      ...examined,
      subject: {
        ...subject,
        findings: suppress(withSettings(subject.findings, rulesOf(source)), suppressionsOf(skill, source))
          .findings,
      },
    };
  };
  return { read, settle, examine: (source) => settle(read(source), source) };
}

function unfixed(examined: Examined): FixedSkill {
  return { examined, changes: [], applied: [], left: [] };
}

function withFindings(skill: FoundSkill, more: readonly Diagnostic[] = []): FoundSkill {
  const { subject } = skill;
  return more.length === 0
    ? skill
    : {
        ...skill,
        subject: { ...subject, findings: [...subject.findings, ...more].sort(compareDiagnostics) },
      };
}

function inSkill<Chosen extends ChosenFix>(
  fix: Chosen,
  { path }: Subject,
): Chosen & { readonly path: string } {
  return { path, ...fix };
}

/** The skills that a run of `lint` looks at: where the baseline changed that is all of them. As `selectSources` otherwise. */
export function selectLinted(
  { baseline, governing = [], ...options }: Omit<LintOptions, "targets">,
  meanwhile?: () => Promise<unknown>,
): Promise<Selected> {
  return selectSources(
    { ...options, governing: baseline ? [...governing, baseline.path] : governing },
    meanwhile,
  );
}

/** What a command adds to what the rules say of a skill, before anything of that is set, silenced or taken out of the count. */
export interface Addition {
  /** The ids that it says something under. */
  readonly rules: readonly string[];
  /** Called before the first, with how many skills there are. */
  begin(skills: number): void;
  /** The same skill with more said of it; `targets` are those whose refusal is an error. */
  add(examined: Examined, source: SkillSource, targets: readonly CheckTarget[]): Promise<Examined>;
}
