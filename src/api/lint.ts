import { compareDiagnostics } from "../check/check.ts";
import type { ChosenFix, FixLevel, LeftFix } from "../check/fix.ts";
import type { FileChange } from "../core/file-change.ts";
import type { Diagnostic, Excerpt, Report, Subject } from "../core/report.ts";
import type { Rule, Severity } from "../core/rule.ts";
import { SkillsError } from "../core/errors.ts";
import type { SkillSource } from "../core/source.ts";
import { Vocabulary } from "../core/vocabulary.ts";
import { lintRules } from "../rules/lint-rules.ts";
import { writeChanges } from "../write/write-changes.ts";
import { assembleReport } from "./assemble-report.ts";
import { examineSkill, keepExcerpts, type Examined } from "./examine-skill.ts";
import { listRules, unknownRule } from "./explain.ts";
import { findSources } from "./find-sources.ts";
import { fixSkill, type FixedSkill } from "./fix-skill.ts";
import type { ValidateOptions, ValidateResult } from "./validate.ts";

export type { ChosenFix, FixLevel, LeftFix };

/** What a rule's findings count as; with "off" nothing is said of them. */
export type RuleSetting = Severity | "off";

export interface LintOptions extends ValidateOptions {
  /** Which fixes to apply; none where it is not given. */
  readonly fix?: FixLevel | "none";
  /** Find out what the fixes would change, and write nothing. */
  readonly dryRun?: boolean;
  /** By rule id. What a chosen target refuses, and what is a danger, stays an error unless it is "off"; the verdicts stand in any case. */
  readonly rules?: Readonly<Record<string, RuleSetting>>;
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
  /** The skills as the fixes leave them. Its `data` holds `fixed` and `left`. */
  readonly report: Report;
  readonly fixed: readonly SkillFix[];
  readonly left: readonly (SkillFix & Pick<LeftFix, "reason">)[];
  /** The files that were changed, or would be. */
  readonly changes: readonly FileChange[];
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
export async function planLint({ targets = ["spec"], maxWarnings = Infinity, fix = "none", rules = {}, security = false, ...scope }: LintOptions): Promise<LintResult> {
  const started = performance.now();
  requireRules(rules);
  if (fix !== "none" && scope.stdin) throw new SkillsError("bad-usage", "a SKILL.md on standard input cannot be fixed, as there is no file to write");
  const { sources, unread } = await findSources(scope);
  const excerpts = new Map<Diagnostic, Excerpt>();
  const reading = { targets, rules: rulesToRun(rules, security), vocabulary: lintVocabulary() };
  const examine = (source: SkillSource): Examined => withSettings(examineSkill(source, reading), rules);
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
  return { report: fix === "none" ? report : { ...report, data: { fixed, left } }, fixed, left, changes: skills.flatMap(({ changes }) => changes), excerpt: (diagnostic) => excerpts.get(diagnostic) };
}

function unfixed(examined: Examined): FixedSkill {
  return { examined, changes: [], applied: [], left: [] };
}

function inSkill<Chosen extends ChosenFix>(fix: Chosen, { path }: Subject): Chosen & { readonly path: string } {
  return { path, ...fix };
}

let vocabulary: Vocabulary | undefined;

/** The words of all rules: making it costs some milliseconds. */
export function lintVocabulary(): Vocabulary {
  return (vocabulary ??= new Vocabulary(lintRules.flatMap(({ meta }) => meta.words ?? [])));
}

/** All but those that nobody asks for; those whose findings are not wanted too, as the verdicts are made of all findings. */
function rulesToRun(settings: Readonly<Record<string, RuleSetting>>, security: boolean): readonly Rule[] {
  return lintRules.filter(({ meta }) => !meta.off || (settings[meta.id] ?? "off") !== "off" || (security && meta.category === "security"));
}

function requireRules(rules: Readonly<Record<string, RuleSetting>>): void {
  const known = new Set(listRules().map(({ id }) => id));
  for (const id of Object.keys(rules)) if (!known.has(id)) throw unknownRule(id);
}

/** An error is a chosen target's refusal or a danger, as no rule is one of itself. The verdicts were made of all findings. */
function withSettings(examined: Examined, rules: Readonly<Record<string, RuleSetting>>): Examined {
  if (Object.keys(rules).length === 0) return examined;
  const settings = new Map(Object.entries(rules));
  const findings = examined.subject.findings.flatMap((finding): readonly Diagnostic[] => {
    const setting = settings.get(finding.ruleId) ?? finding.severity;
    if (setting === "off") return [];
    return finding.severity === "error" ? [finding] : [{ ...finding, severity: setting }];
  });
  return { ...examined, subject: { ...examined.subject, findings: findings.toSorted(compareDiagnostics) } };
}
