import { checkCollection } from "./lint/check-collection.ts";
import { lintSkill, startRun } from "./lint/lint-run.ts";
import { buildReport } from "./lint/build-report.ts";
import { requireRules, type RuleSettings } from "./lint/rule-settings.ts";
import { withFindings } from "./lint/run-rules.ts";
import { settleFindings } from "./lint/settle-findings.ts";
import { suppressedSecurity } from "./lint/suppressed-security.ts";
import { suppressionReader } from "./lint/apply-suppressions.ts";
import { type MemoryFile, openMemory } from "./model/memory-source.ts";
import type { Report } from "./model/report.ts";
import type { SkillContext } from "./model/skill.ts";
import type { CheckTarget } from "./model/target.ts";

export type { CheckTarget, MemoryFile, Report, RuleSettings, SkillContext };
export type { RuleSetting } from "./model/config.ts";
export type { ValidatorId as TargetId } from "./model/client.ts";
export type { FileEntry, SymbolicLink, Unread } from "./model/source.ts";
export type { Place, Position, Range } from "./core/place.ts";
export type { Fix, Operation, Origin, Severity } from "./model/rule.ts";
export type { Diagnostic, Excerpt, Outcome, Subject, Summary, Suppression, Verdict } from "./model/report.ts";
export { SkillsError, type SkillsErrorCode } from "./core/errors.ts";

export interface ExamineOptions {
  /** The name of the directory that holds the skill: clients compare the frontmatter's name with it. */
  readonly name: string;
  /** What the report calls the skill; its name where nothing is given. */
  readonly path?: string;
  /** The targets whose refusal is an error; `spec` where none is given. */
  readonly targets?: readonly CheckTarget[];
  /** By rule id, as in a config file. */
  readonly rules?: RuleSettings;
  /** Run the rules of category "security" that are off where nobody asks for them. */
  readonly security?: boolean;
  /** Whether comments in the skill may suppress findings; they may where nothing is said. */
  readonly inline?: boolean;
  /** More warnings than this are an outcome of 1. */
  readonly maxWarnings?: number;
  /** What is known of the place where the skill stands. */
  readonly context?: Partial<SkillContext>;
}

/**
 * Examines a skill that is held in memory, as `skills lint` does one on the disk, and gives the same report but for the seconds, which are 0.
 * The keys of `files` are paths from the skill's root, with "/". Nothing here reads a disk, a clock or a process: it runs in a browser, a worker, an editor.
 * Throws a SkillsError for the id of a rule that there is not.
 */
export function examine(files: Readonly<Record<string, MemoryFile>>, options: ExamineOptions): Report {
  const { name, targets = ["spec"], rules = {}, security, inline, context, maxWarnings = Infinity } = options;
  requireRules(rules);
  const source = openMemory(name, files, options.path ?? name);
  const run = startRun({
    settings: { widest: rules, targetsOf: () => targets, rulesOf: () => rules },
    suppressionsOf: suppressionReader({ inline }),
    reading: { contextOf: () => ({ executable: new Map(), ...context }) },
    security,
  });
  const skill = lintSkill(run, source);
  const siblings = new Map(context?.siblings && [[source.label, context.siblings] as const]);
  const together = checkCollection(skill.collected, { settings: rules, siblings });
  const { subjects } = settleFindings([withFindings(skill, together.get(source.label))], {
    rules,
    ...(security && { security }),
  });
  const report = buildReport({ command: "lint", targets, subjects, unread: [], seconds: 0, maxWarnings });
  const hidden = security ? suppressedSecurity(subjects) : [];
  return hidden.length === 0
    ? report
    : { ...report, summary: { ...report.summary, suppressedSecurity: hidden } };
}
