import { suppressionReader } from "./lint/apply-suppressions.ts";
import { conclude } from "./lint/conclude.ts";
import { examineSync } from "./lint/examine.ts";
import { lintExaminer } from "./lint/examiners.ts";
import { requireRules, type RuleSettings, rulesToRun } from "./lint/rule-settings.ts";
import { vocabularyOf } from "./lint/vocabulary-of.ts";
import type { Question } from "./model/answer.ts";
import { type ListedFile, type MemoryFile, openMemory } from "./model/memory-source.ts";
import {
  amount,
  directoryName,
  flag,
  listOf,
  object,
  type OptionKinds,
  required,
  requireOptions,
  text,
} from "./model/options.ts";
import type { Report } from "./model/report.ts";
import type { SkillContext } from "./model/skill.ts";
import { type LintTarget, lintTargets, type Target } from "./model/target.ts";
import { suppressionRules } from "./rules/lists/suppression-rules.ts";
import { clients } from "./generated/clients.ts";
import { clientsFor } from "./targets/newest-clients.ts";
import { validators } from "./generated/validators.ts";

export type { Target, LintTarget, ListedFile, MemoryFile, Report, RuleSettings, SkillContext };
export type { RuleSetting } from "./model/config.ts";
export type { ValidatorId as TargetId } from "./model/validator.ts";
export type { FileEntry, SymbolicLink, Unread } from "./model/source.ts";
export type { Place, Position, Range } from "./core/place.ts";
export type { Fix, Operation, Origin, Severity } from "./model/rule.ts";
export type { Diagnostic, Excerpt, Outcome, Subject, Summary, Suppression, Verdict } from "./model/report.ts";
export { SkillsError, type SkillsErrorCode } from "./core/errors.ts";

export interface ExamineOptions {
  /** The name of the skill's directory: clients compare the frontmatter's name with it. */
  readonly name: string;
  /** The skill's path in the report; by default its name. */
  readonly path?: string;
  /** The targets whose refusal is an error, as for `skills lint`; by default `spec`. */
  readonly targets?: readonly LintTarget[];
  /** By rule id, as in a config file. */
  readonly rules?: RuleSettings;
  /** Run the rules of category "security" that are off by default, too. */
  readonly security?: boolean;
  /** Whether comments in the skill can suppress findings; true by default. */
  readonly inline?: boolean;
  /** Maximum number of warnings; with more, the outcome is 1. */
  readonly maxWarnings?: number;
  /** What is known about the skill's surroundings. */
  readonly context?: Partial<SkillContext>;
}

const optionKinds: OptionKinds<ExamineOptions> = {
  name: required(directoryName),
  path: text,
  targets: listOf("target", lintTargets),
  rules: object,
  security: flag,
  inline: flag,
  maxWarnings: amount(0),
  context: object,
};

/**
 * Lints a skill in memory as `skills lint` does on disk, and returns the same report, except for `seconds`, which is 0.
 * The keys of `files` are paths relative to the skill's root, with "/". Nothing here uses a disk, a clock or a process,
 * so it runs in a browser, a worker or an editor. A key that ends in "/" is a directory, if nothing is in it.
 * Throws a SkillsError for a key that is no path inside the skill, and for options that `skills lint` would refuse.
 */
export function examine(files: Readonly<Record<string, MemoryFile>>, options: ExamineOptions): Report {
  requireOptions(options, optionKinds);
  const {
    name,
    targets = ["spec"],
    rules = {},
    security = false,
    inline,
    context,
    maxWarnings = Infinity,
  } = options;
  requireRules(rules);
  const source = openMemory(name, files, options.path ?? name);
  const running = rulesToRun(rules, security);
  const question: Question = {
    examiners: ["lint"],
    targets,
    rules: { requested: running.flatMap(({ meta }) => (meta.off ? [meta.id] : [])) },
  };
  const answer = examineSync(source, question, {
    examiners: [lintExaminer({ rules: running, clientsOf: clientsFor(clients) })],
    reading: {
      vocabulary: vocabularyOf([...running, ...suppressionRules]),
      contextOf: () => ({ executable: new Map(), ...context }),
    },
    models: validators,
  });
  const run = {
    targets,
    rules,
    security,
    maxWarnings,
    settings: { widest: rules, targetsOf: () => targets, rulesOf: () => rules },
    suppressionsOf: suppressionReader({ inline }),
  };
  const siblings = new Map(context?.siblings && [[source.label, context.siblings] as const]);
  return conclude([{ answer }], run, { siblings, unread: [] }).report;
}
