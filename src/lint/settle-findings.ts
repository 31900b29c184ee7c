import { limitByRule } from "./limit-findings.ts";
import type { Subject } from "../model/report.ts";
import type { ReportLimit } from "../model/rule.ts";
import { collectionRules } from "../rules/lists/collection-rules.ts";
import { lintRules } from "../rules/lists/lint-rules.ts";
import { refusalRules } from "../rules/lists/skill-rules.ts";
import { suppressionRules } from "../rules/lists/suppression-rules.ts";
import type { SuppressionList } from "../model/suppression.ts";
import type { BaselineResult, Contents, OpenBaseline } from "./baseline.ts";
import { type PathOverrides, type RuleSettings, rulesToRun } from "./rule-settings.ts";
import { applySuppressions, type SuppressibleSkill } from "./apply-suppressions.ts";

/** A skill with the findings of its rules and of the collection rules. */
export interface SettledSkill extends SuppressibleSkill {
  /** The name of its directory. */
  readonly directoryName: string;
  /** Hashes of file contents, which identify findings without a line. */
  readonly contents: Contents;
}

/** The settings of a run that affect its findings. */
export interface SettleOptions {
  readonly rules?: RuleSettings;
  readonly security?: boolean;
  readonly syntax?: boolean;
  readonly suppressions?: readonly SuppressionList[];
  readonly overrides?: PathOverrides;
  /** Whether only some of the skills of the config and the baseline are checked. */
  readonly partOnly?: boolean;
}

interface Settled {
  readonly subjects: readonly Subject[];
  readonly baseline?: BaselineResult;
}

/**
 * Applies suppressions, then the baseline, and finally the limits of each rule. `added` are the ids of findings that do
 * not come from rules.
 */
export function settleFindings(
  skills: readonly SettledSkill[],
  options: SettleOptions,
  baseline?: OpenBaseline,
  added: readonly string[] = [],
): Settled {
  const { rules: settings = {}, suppressions: lists = [], partOnly = false } = options;
  const ran = new Set([...rulesThatRan(options), ...added]);
  const isJudged = (rule: string): boolean => ran.has(rule);
  // If a rule is off for some path, its findings are incomplete.
  const isJudgedThroughout = (rule: string): boolean =>
    ran.has(rule) &&
    settings[rule] !== "off" &&
    !options.overrides?.entries.some(({ rules = {} }) => rules[rule] === "off");
  const suppressed = applySuppressions(skills, {
    lists,
    isJudged,
    isJudgedInConfig: (rule) => !partOnly && isJudgedThroughout(rule),
    settings,
  });
  if (!baseline)
    return { subjects: [...suppressed.subjects.map((subject) => limited(subject)), ...suppressed.configs] };
  const checked = suppressed.subjects.map((subject, at) => ({
    subject,
    directoryName: skills[at]!.directoryName,
  }));
  const contents = new Map(skills.flatMap((skill) => Array.from(skill.contents)));
  const { subjects, result } = baseline.work.applyBaseline(
    checked,
    baseline,
    { isJudged: isJudgedThroughout, partOnly },
    (finding) => baseline.work.printOf(finding, contents),
  );
  return {
    subjects: [...subjects.map((subject) => limited(subject)), ...suppressed.configs],
    baseline: result,
  };
}

const reportLimits: ReadonlyMap<string, ReportLimit> = new Map(
  lintRules.flatMap(({ meta, reportLimit }) => (reportLimit ? [[meta.id, reportLimit]] : [])),
);

/** Limits the findings of each rule to its maximum. */
function limited(subject: Subject): Subject {
  const { findings } = subject;
  if (!findings.some(({ ruleId }) => reportLimits.has(ruleId))) return subject;
  const listed = limitByRule(findings, reportLimits);
  return listed === findings ? subject : { ...subject, findings: listed };
}

/** The rule whose findings are incomplete without --syntax. */
const parsing = "script-syntax";

/** The rules whose findings are complete unless they are off. */
function rulesThatRan({
  rules = {},
  security = false,
  syntax = false,
  partOnly = false,
}: SettleOptions): ReadonlySet<string> {
  const together = partOnly
    ? []
    : collectionRules.filter(({ meta }) => !meta.off || rules[meta.id] !== undefined);
  const running = [...rulesToRun(rules, security), ...together, ...refusalRules, ...suppressionRules].map(
    ({ meta }) => meta.id,
  );
  return new Set(running.filter((id) => id !== parsing || syntax));
}
