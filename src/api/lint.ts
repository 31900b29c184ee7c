import type { ChosenFix, FixLevel, LeftFix } from "../check/fix.ts";
import { SkillsError } from "../core/errors.ts";
import type { FileChange } from "../core/file-change.ts";
import type { Diagnostic, Excerpt, Report, Subject } from "../core/report.ts";
import type { SkillSource } from "../core/source.ts";
import { writeChanges } from "../write/write-changes.ts";
import { assembleReport } from "./assemble-report.ts";
import { examineSkill, keepExcerpts, type Examined } from "./examine-skill.ts";
import { findSources } from "./find-sources.ts";
import { fixSkill, type FixedSkill } from "./fix-skill.ts";
import { vocabularyOf } from "./vocabulary-of.ts";
import { startRuleClock, type RuleClock, type RuleTiming } from "./rule-clock.ts";
import { requireRules, rulesToRun, withSettings, type RuleSetting, type RuleSettings } from "./rule-settings.ts";
import type { ValidateOptions, ValidateResult } from "./validate.ts";

export type { ChosenFix, FixLevel, LeftFix, RuleSetting, RuleSettings, RuleTiming };

export interface LintOptions extends ValidateOptions {
  /** Which fixes to apply; none where it is not given. */
  readonly fix?: FixLevel | "none";
  /** Find out what the fixes would change, and write nothing. */
  readonly dryRun?: boolean;
  /** By rule id. What a chosen target refuses, and what is a danger, stays an error unless it is "off"; the verdicts stand in any case. */
  readonly rules?: RuleSettings;
  /** Run the rules of category "security" that are off where nobody asks for them. */
  readonly security?: boolean;
  /** How tokens are counted; "exact" is so for one tokenizer, o200k_base. */
  readonly tokens?: "estimate" | "exact";
  /** Parse Python and shell scripts by the python3 and bash that are installed. */
  readonly syntax?: boolean;
  /** Tell in the report's data how long each rule took. */
  readonly timing?: boolean;
}

export interface LintResult extends ValidateResult {
  /** The skills as the fixes leave them. Its `data` holds `fixed` and `left`, and `timings`. */
  readonly report: Report;
  readonly fixed: readonly SkillFix[];
  readonly left: readonly (SkillFix & Pick<LeftFix, "reason">)[];
  /** The files that were changed, or would be. */
  readonly changes: readonly FileChange[];
  /** Empty where `timing` was not asked for. */
  readonly timings: readonly RuleTiming[];
}

/** A fix and the skill it is in: `path` is that of the report's subject. */
export interface SkillFix extends ChosenFix {
  readonly path: string;
}

/**
 * Does what `validate` does, and mends what can be mended. Throws a SkillsError where nothing can be read, no skill is in scope,
 * there is no such rule, or a file cannot be written or has changed since it was read: no file is written until all have been read.
 */
export async function lint(options: LintOptions): Promise<LintResult> {
  const planned = await planLint(options);
  if (!options.dryRun) writeChanges(planned.changes);
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
  const examine = examiner(options, clock);
  const excerpts = new Map<Diagnostic, Excerpt>();
  const taken = new Set<string>();
  const skills = sources.map((source) => {
    const skill = fix === "none" ? unfixed(examine(source)) : fixSkill(source, fix, examine, (file) => taken.has(file));
    for (const { directory, from } of skill.changes) taken.add(`${directory}/${from}`);
    keepExcerpts(skill.examined, excerpts);
    const { examined, ...rest } = skill;
    return { ...rest, subject: examined.subject };
  });
  const fixed = skills.flatMap(({ applied, subject }) => applied.map((each) => inSkill(each, subject)));
  const left = skills.flatMap(({ left: passed, subject }) => passed.map((each) => inSkill(each, subject)));
  const report = assembleReport({ command: "lint", targets, subjects: skills.map(({ subject }) => subject), unread, started, maxWarnings });
  const timings = clock?.timings() ?? [];
  const data = { ...(fix !== "none" && { fixed, left }), ...(clock && { timings }) };
  return { report: Object.keys(data).length > 0 ? { ...report, data } : report, fixed, left, timings, changes: skills.flatMap(({ changes }) => changes), excerpt: (diagnostic) => excerpts.get(diagnostic) };
}

/** Reads a skill and runs the rules that were asked for, as they are set. */
function examiner({ targets = ["spec"], rules = {}, security = false }: LintOptions, clock: RuleClock | undefined): (source: SkillSource) => Examined {
  const running = rulesToRun(rules, security);
  const examination = { targets, rules: running, vocabulary: vocabularyOf(running) };
  return (source) => {
    const examined = examineSkill(source, { ...examination, around: clock?.around(source.label) });
    const { subject } = examined;
    return { ...examined, subject: { ...subject, findings: withSettings(subject.findings, rules) } };
  };
}

function unfixed(examined: Examined): FixedSkill {
  return { examined, changes: [], applied: [], left: [] };
}

function inSkill<Chosen extends ChosenFix>(fix: Chosen, { path }: Subject): Chosen & { readonly path: string } {
  return { path, ...fix };
}
