import { today } from "../core/today.ts";
import { groupBy } from "../core/group-by.ts";
import { runRules, compareDiagnostics, type RunRulesOptions } from "./run-rules.ts";
import {
  markSuppressed,
  type CoveringEntry,
  type MarkedFindings,
  type Suppressions,
} from "./mark-suppressed.ts";
import { compilePathPattern } from "../core/path-pattern.ts";
import type { Answer } from "../model/answer.ts";
import type { OwnRule } from "../model/own-rule.ts";
import type { Diagnostic, Subject } from "../model/report.ts";
import {
  hasExpired,
  type ConfigSuppression,
  type SuppressedRule,
  type SuppressionList,
  type SuppressionUse,
} from "../model/suppression.ts";
import { ruleMetas } from "../rules/lists/lint-rules.ts";
import { suppressionRules } from "../rules/lists/suppression-rules.ts";
import { knownRules } from "./known-rules.ts";
import {
  type Placed,
  settingsFor,
  withSettings,
  type FileSettings,
  type RuleSettings,
} from "./rule-settings.ts";

/** The suppressions in a skill's own files. */
type SkillComments = Pick<Answer, "comments" | "misspelled">;

/** The suppressions in a skill, including those that have no effect. */
interface ReadSuppressions extends Suppressions, SkillComments {}

/** Returns the suppressions that apply to a skill. */
export type SuppressionReader = (place: Placed, comments: SkillComments) => ReadSuppressions;

const noComments: SkillComments = { comments: [], misspelled: [] };

const dangers: ReadonlySet<string> = new Set(ruleMetas.flatMap(({ id, danger }) => (danger ? [id] : [])));

/** One for all skills without suppressions, which most are. */
const noSuppressions: ReadSuppressions = { ...noComments, entries: [], dangers };

interface SuppressionOptions {
  /** Whether comments in the skills can suppress findings; true by default. */
  readonly inline?: boolean | undefined;
  /** The suppressions in config files. */
  readonly suppressions?: readonly SuppressionList[] | undefined;
  /** A skill's path relative to a config's directory, with "/"; undefined if the skill is outside it. */
  readonly pathInside?: (directory: string, skill: string | undefined) => string | undefined;
}

/** Selects the config's suppressions that apply to a skill's files, and adds its comments. */
export function suppressionReader({
  inline = true,
  suppressions = [],
  pathInside = () => undefined,
}: SuppressionOptions): SuppressionReader {
  const lists = suppressions.map(({ directory, entries }) => ({
    directory,
    entries: entries
      .filter((entry) => !hasExpired(entry, today()))
      .map((entry) => ({ entry, patterns: entry.paths.map(compilePathPattern) })),
  }));
  const entriesOf = ({ directory: skill }: Placed): readonly CoveringEntry[] =>
    lists.flatMap(({ directory, entries }) => {
      const inner = entries.length === 0 ? undefined : pathInside(directory, skill);
      if (inner === undefined) return [];
      return entries.map(({ entry, patterns }) => ({
        entry,
        covers: (file) => patterns.some((covers) => covers(inner === "" ? file : `${inner}/${file}`)),
      }));
    });
  return (place, written) => {
    const { comments, misspelled } = inline ? written : noComments;
    const entries = entriesOf(place);
    return comments.length + misspelled.length + entries.length === 0
      ? noSuppressions
      : { comments, misspelled, entries, dangers };
  };
}

export interface SuppressibleSkill {
  readonly subject: Subject;
  readonly suppressions: ReadSuppressions;
  /** The lines on which its comments begin. */
  readonly lines: Answer["lines"];
  /** The rule settings for the skill. */
  readonly rules: FileSettings;
  /** Whether some files were not read, so that findings may be missing. */
  readonly inPart: boolean;
}

interface Judgment {
  readonly lists: readonly SuppressionList[];
  /** Whether a rule's findings on the checked skills are complete, except in files where the rule is off. */
  isJudged(rule: string): boolean;
  /** As `isJudged`, for all skills that the config covers. */
  isJudgedInConfig(rule: string): boolean;
  /** The rule settings for files outside skills. */
  readonly settings: RuleSettings;
  readonly ownRules: readonly Pick<OwnRule, "id">[];
}

interface AppliedSuppressions {
  readonly subjects: readonly Subject[];
  /** The config files that have findings. */
  readonly configs: readonly Subject[];
}

/** Applies suppressions, and reports problems with the suppressions in each skill and config file. */
export function applySuppressions(
  skills: readonly SuppressibleSkill[],
  { lists, isJudged, isJudgedInConfig, settings, ownRules }: Judgment,
): AppliedSuppressions {
  const rules =
    ownRules.length === 0
      ? knownRules
      : new Map([...knownRules, ...ownRules.map(({ id }) => [id, {}] as const)]);
  const used = new Set<SuppressedRule | ConfigSuppression>();
  const mark = (findings: readonly Diagnostic[], suppressions: Suppressions): MarkedFindings => {
    const marked = markSuppressed(findings, suppressions);
    for (const each of marked.used) used.add(each);
    return marked;
  };
  const subjects = skills.map(({ subject, suppressions, lines, rules: set, inPart }) => {
    const { findings } = subject;
    const marked = mark(findings, suppressions);
    const own = judgeSuppressions(
      {
        comments: suppressions.comments,
        misspelled: suppressions.misspelled,
        entries: [],
        used: marked.used,
        rules,
        isJudged: (rule, file = "") => !inPart && isJudged(rule) && settingsFor(set, file)[rule] !== "off",
      },
      set,
      lines,
    );
    if (own.length === 0)
      return marked.findings === findings ? subject : { ...subject, findings: marked.findings };
    return {
      ...subject,
      findings: [...marked.findings, ...mark(own, { ...suppressions, comments: [] }).findings].sort(
        compareDiagnostics,
      ),
    };
  });
  return {
    subjects,
    configs: lists.flatMap(({ path, entries }) =>
      configSubject(
        path,
        judgeSuppressions(
          { comments: [], misspelled: [], entries, used, rules, isJudged: isJudgedInConfig },
          settings,
        ),
      ),
    ),
  };
}

function judgeSuppressions(
  use: Omit<SuppressionUse, "today">,
  settings: FileSettings,
  lines: Answer["lines"] = [],
): readonly Diagnostic[] {
  if (use.comments.length + use.misspelled.length + use.entries.length === 0) return [];
  return withSettings(
    runRules({ ...use, today: today() }, suppressionRules, {
      targets: [],
      validatorRefusals: [],
      textOf: textsWith(lines),
    }).diagnostics,
    settings,
  );
}

function configSubject(path: string, findings: readonly Diagnostic[]): readonly Subject[] {
  return findings.length === 0 ? [] : [{ kind: "config", path, verdicts: {}, findings, partial: [] }];
}

/** The texts of which these lines are known. */
function textsWith(lines: Answer["lines"]): RunRulesOptions["textOf"] {
  const byFile = groupBy(lines, ([file]) => file);
  const texts = new Map(
    Array.from(byFile, ([file, members]) => {
      const known = new Map(members.map(([, number, text]) => [number, text]));
      return [file, { line: (number: number) => known.get(number) ?? "" }];
    }),
  );
  return (file) => texts.get(file);
}
