import { compareDiagnostics } from "../check/check.ts";
import type { ChosenFix } from "../check/fix.ts";
import { SkillsError } from "../core/errors.ts";
import type { Diagnostic, Excerpt, Subject } from "../core/report.ts";
import type { SkillSource } from "../core/source.ts";
import { loadExactCounter } from "../tokens/o200k.ts";
import { uninterrupted } from "../write/uninterrupted.ts";
import { writeChanges } from "../write/write-changes.ts";
import { assembleReport } from "./assemble-report.ts";
import { checkCollection, collect } from "./check-collection.ts";
import { examineSkill, keepExcerpts, type Examined } from "./examine-skill.ts";
import { findSources } from "./find-sources.ts";
import { fixSkill, type FixedSkill } from "./fix-skill.ts";
import type { LintOptions, LintResult } from "./lint-options.ts";
import type { Reading } from "./load-skill.ts";
import { startRuleClock, type RuleClock } from "./rule-clock.ts";
import { requireRules, rulesToRun, withSettings } from "./rule-settings.ts";
import { vocabularyOf } from "./vocabulary-of.ts";

/**
 * Does what `validate` does, gives advice, and mends what can be mended. Throws a SkillsError where nothing can be read, no skill
 * is in scope, there is no such rule, or a file cannot be written or has changed since it was read: no file is written until all
 * have been read.
 */
export async function lint(options: LintOptions): Promise<LintResult> {
  const planned = await planLint(options);
  if (!options.dryRun && planned.changes.length > 0) await uninterrupted(() => writeChanges(planned.changes));
  return planned;
}

/** All of `lint` but the writing. */
export async function planLint(options: LintOptions): Promise<LintResult> {
  const started = performance.now();
  const { targets = ["spec"], maxWarnings = Infinity, fix = "none", rules = {}, ...scope } = options;
  requireRules(rules);
  if (fix !== "none" && scope.stdin) throw new SkillsError("bad-usage", "a SKILL.md on standard input cannot be fixed, as there is no file to write");
  const { sources, unread } = await findSources(scope);
  const clock = options.timing ? startRuleClock() : undefined;
  const tokens = options.tokens === "exact" ? await loadExactCounter() : undefined;
  const syntax = options.syntax ? await (await import("./check-syntax.ts")).checkSyntax(sources) : undefined;
  const examine = examiner(options, { ...(tokens && { tokens }), syntax }, clock);
  const excerpts = new Map<Diagnostic, Excerpt>();
  const taken = new Set<string>();
  const skills = sources.map((source) => {
    const { examined, ...skill } = fix === "none" ? unfixed(examine(source)) : fixSkill(source, fix, examine, (file) => taken.has(file));
    for (const { directory, from } of skill.changes) taken.add(`${directory}/${from}`);
    keepExcerpts(examined, excerpts);
    const collected = collect(examined.skill, source);
    return { ...skill, subject: examined.subject, collected: collected ? [collected] : [], unparsed: syntax ? examined.skill.syntax.unparsed : [] };
  });
  const together = checkCollection(skills.flatMap(({ collected }) => collected), { settings: rules, around: clock?.around(".") });
  for (const [diagnostic, excerpt] of together.excerpts) excerpts.set(diagnostic, excerpt);
  const subjects = skills.map(({ subject }) => withFindings(subject, together.findings.get(subject.path)));
  const result = {
    fixed: skills.flatMap(({ applied, subject }) => applied.map((each) => inSkill(each, subject))),
    left: skills.flatMap(({ left, subject }) => left.map((each) => inSkill(each, subject))),
    unparsed: skills.flatMap(({ unparsed, subject: { path } }) => unparsed.map(({ path: file, reason }) => ({ path, file, reason }))),
    timings: clock?.timings() ?? [],
    changes: skills.flatMap(({ changes }) => changes),
    excerpt: (diagnostic: Diagnostic) => excerpts.get(diagnostic),
  };
  const report = assembleReport({ command: "lint", targets, subjects, unread, started, maxWarnings });
  return { ...result, report: { ...report, ...dataOf(options, result) } };
}

/** What was asked for beside findings. */
function dataOf({ fix = "none", syntax, timing }: LintOptions, { fixed, left, unparsed, timings }: Omit<LintResult, "report">): { readonly data?: unknown } {
  const data = { ...(fix !== "none" && { fixed, left }), ...(syntax && { unparsed }), ...(timing && { timings }) };
  return Object.keys(data).length > 0 ? { data } : {};
}

/** Reads a skill and runs the rules that were asked for, as they are set. */
function examiner({ targets = ["spec"], rules = {}, security = false }: LintOptions, reading: Reading, clock: RuleClock | undefined): (source: SkillSource) => Examined {
  const running = rulesToRun(rules, security);
  const examination = { targets, rules: running, vocabulary: vocabularyOf(running), ...reading };
  return (source) => {
    const examined = examineSkill(source, { ...examination, around: clock?.around(source.label) });
    const { subject } = examined;
    return { ...examined, subject: { ...subject, findings: withSettings(subject.findings, rules) } };
  };
}

function unfixed(examined: Examined): FixedSkill {
  return { examined, changes: [], applied: [], left: [] };
}

function withFindings(subject: Subject, more: readonly Diagnostic[] = []): Subject {
  return more.length === 0 ? subject : { ...subject, findings: [...subject.findings, ...more].sort(compareDiagnostics) };
}

function inSkill<Chosen extends ChosenFix>(fix: Chosen, { path }: Subject): Chosen & { readonly path: string } {
  return { path, ...fix };
}
