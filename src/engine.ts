import { SkillsError } from "./core/errors.ts";
import { quote } from "./core/show.ts";
import { suppressionReader } from "./lint/apply-suppressions.ts";
import { type Answered, conclude } from "./lint/conclude.ts";
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
  listOfMembers,
  object,
  type OptionKinds,
  required,
  requireOptions,
  text,
} from "./model/options.ts";
import type { Report } from "./model/report.ts";
import type { SkillContext } from "./model/skill.ts";
import { type LintTarget, lintTargets, type Target } from "./model/target.ts";
import type { OwnRuleSet } from "./model/own-rule.ts";
import { suppressionRules } from "./rules/lists/suppression-rules.ts";
import type { Rule, RuleMeta } from "./model/rule.ts";
import { clients } from "./generated/clients.ts";
import { clientRecords } from "./generated/targets.ts";
import { clientsFor } from "./targets/newest-clients.ts";
import { validators } from "./generated/validators.ts";

export type { Target, LintTarget, ListedFile, MemoryFile, Report, RuleSettings, SkillContext };
export { type ParsedField, type ParsedReference, type ParsedSkill, parseSkill } from "./lint/parse-skill.ts";
export type { FieldValue, ParseProblemKind } from "./model/frontmatter.ts";
export type { Heading, Reference } from "./model/body.ts";
export type { OutsideFile, ResolvedReference } from "./model/skill.ts";
export type { LoadOutcomeId } from "./model/loader.ts";
export type { DeniedPlace, Denial, PolicyVerdict } from "./model/policy.ts";
export type { RuleMeta };
export type { OwnRuleSet };
export type { RuleSetting } from "./model/config.ts";
export type { ValidatorId as TargetId } from "./model/validator.ts";
export type { FileEntry, SymbolicLink, Unread } from "./model/source.ts";
export type { Place, Position, Range } from "./core/place.ts";
export type { Category, Fix, Operation, Origin, Severity } from "./model/rule.ts";
export type {
  Diagnostic,
  Excerpt,
  Outcome,
  RefusedVersions,
  SettingsFile,
  Subject,
  Summary,
  SuppressedSecurity,
  Suppression,
  Verdict,
} from "./model/report.ts";
export { SkillsError, type SkillsErrorCode } from "./core/errors.ts";

export type { SystemId } from "./model/agent.ts";
export type { CheckTarget, ClientId } from "./model/target.ts";
export type { UploadId } from "./model/upload.ts";

/** A skill in memory. */
export interface MemorySkill {
  /** The contents by path, relative to the skill's root, with "/". */
  readonly files: Readonly<Record<string, MemoryFile>>;
  /** The name of the skill's directory: clients compare the frontmatter's name with it. */
  readonly name: string;
  /** The skill's path in the report; by default its name. */
  readonly path?: string;
  /** What is known about the skill's surroundings. */
  readonly context?: Partial<SkillContext>;
}

/** The settings of `examineAll`, as in a config file. */
export interface ExamineAllOptions {
  /** The targets whose refusal is an error, as for `skills lint`; by default `spec`. */
  readonly targets?: readonly LintTarget[];
  /** By rule id, as in a config file. */
  readonly rules?: RuleSettings;
  /** Run the rules of category "security" that are off by default, too. */
  readonly security?: boolean;
  /** Whether comments in the skill can suppress findings; true by default. */
  readonly inline?: boolean;
  /** Rules of one's own, as `readRules` of `skillwright/engine-rules` makes them. */
  readonly own?: OwnRuleSet;
  /** Maximum number of warnings; with more, the outcome is 1. */
  readonly maxWarnings?: number;
}

/** What `examine` needs to know of a skill besides its files, and the settings. */
export interface ExamineOptions extends ExamineAllOptions, Omit<MemorySkill, "files"> {}

const settingKinds: OptionKinds<ExamineAllOptions> = {
  targets: listOf("target", lintTargets),
  rules: object,
  security: flag,
  inline: flag,
  own: object,
  maxWarnings: amount(0),
};

const skillKinds: OptionKinds<Omit<MemorySkill, "files">> = {
  name: required(directoryName),
  path: text,
  context: object,
};

/** What `openMemory` has to refuse itself, as it says more. */
const anything = (): void => {};

/**
 * Lints a skill in memory as `skills lint` does on disk, and returns the same report, except for `seconds`, which is 0.
 * The keys of `files` are paths relative to the skill's root, with "/". Nothing here uses a disk, a clock or a process,
 * so it runs in a browser, a worker or an editor. A key that ends in "/" is a directory, if nothing is in it.
 * Throws a SkillsError for a key that is no path inside the skill, and for options that `skills lint` would refuse.
 */
export function examine(files: Readonly<Record<string, MemoryFile>>, options: ExamineOptions): Report {
  requireOptions(options, { ...settingKinds, ...skillKinds });
  const { name, path, context, ...settings } = options;
  return examineMemory(
    [{ files, name, ...(path !== undefined && { path }), ...(context && { context }) }],
    settings,
    true,
  );
}

/**
 * Lints skills in memory together, as `skills lint` does those of a directory: also for what only several skills show,
 * such as equal names and descriptions. As `examine` otherwise. Throws a SkillsError if two skills have the same path.
 */
export function examineAll(skills: readonly MemorySkill[], options: ExamineAllOptions = {}): Report {
  requireOptions({ skills }, { skills: required(listOfMembers({ ...skillKinds, files: anything })) });
  requireOptions(options, settingKinds);
  return examineMemory(skills, options);
}

/** With `partOnly`, other skills are not known, so what rules about several skills find is incomplete. */
function examineMemory(skills: readonly MemorySkill[], options: ExamineAllOptions, partOnly = false): Report {
  const {
    targets = ["spec"],
    rules: set = {},
    security = false,
    inline,
    own,
    maxWarnings = Infinity,
  } = options;
  requireRules(set, own?.definitions);
  const rules = { ...own?.severities, ...set };
  // A page holds them as values of another file, which only this one runs.
  const running = [...rulesToRun(rules, security), ...((own?.rules ?? []) as readonly Rule[])];
  const question: Question = {
    examiners: ["lint"],
    targets,
    rules: { requested: running.flatMap(({ meta }) => (meta.off ? [meta.id] : [])) },
  };
  const examiners = [lintExaminer({ rules: running, clientsOf: clientsFor(clients) })];
  const vocabulary = vocabularyOf([...running, ...suppressionRules]);
  const siblings = new Map<string, ReadonlySet<string>>();
  const answers = new Map<string, Answered>();
  for (const { files, name, path = name, context } of skills) {
    const source = openMemory(name, files, path);
    if (answers.has(source.label))
      throw new SkillsError(
        "bad-usage",
        `two skills have the path ${quote(source.label)}; give each another one`,
      );
    if (context?.siblings) siblings.set(source.label, context.siblings);
    const contextOf = () => ({ executable: new Map(), ...context });
    const answer = examineSync(source, question, {
      examiners,
      reading: { vocabulary, contextOf },
      models: validators,
    });
    // Skills are compared within a directory; below this one, those without a path of their own are beside each other.
    answers.set(source.label, { answer, directory: `./${source.label}` });
  }
  const run = {
    targets,
    rules,
    ...(own && { ownRules: own.definitions }),
    security,
    partOnly,
    maxWarnings,
    settings: { widest: rules, targetsOf: () => targets, rulesOf: () => rules },
    suppressionsOf: suppressionReader({ inline }),
  };
  return conclude(Array.from(answers.values()), run, { siblings, unread: [] }).report;
}

/** An agent client whose answers are recorded. */
export interface ListedClient {
  /** As in `targets` and `loads`. */
  readonly id: string;
  /** Its name, as in messages. */
  readonly title: string;
  /** "common": reported without being asked for. */
  readonly reach: "common" | "niche";
  /** Whether it is known how it reads a SKILL.md, so that it can be a target. */
  readonly loads: boolean;
}

/** The recorded clients, best known first. */
export function listClients(): readonly ListedClient[] {
  return clientRecords.map(({ id, title, reach, ...record }) => ({
    id,
    title,
    reach,
    loads: "loads" in record,
  }));
}
