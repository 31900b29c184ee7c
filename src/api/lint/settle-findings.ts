import { gather } from "../../lint/gather.ts";
import type { Subject } from "../../model/report.ts";
import type { Told } from "../../model/rule.ts";
import type { SkillSource } from "../../model/source.ts";
import { collectionRules } from "../../rules/lists/collection-rules.ts";
import { lintRules } from "../../rules/lists/lint-rules.ts";
import { refusalRules } from "../../rules/lists/skill-rules.ts";
import { suppressionRules } from "../../rules/lists/suppression-rules.ts";
import type { BaselineWork, Contents, OpenBaseline } from "./baseline.ts";
import type { Examined } from "../skill/examine-skill.ts";
import type { BaselineResult, LintOptions } from "./lint-options.ts";
import { rulesToRun } from "../settings/rule-settings.ts";
import { applySuppressions, type SuppressibleSkill } from "./suppressions.ts";

/** A skill with all that the rules say of it. */
export interface FoundSkill extends SuppressibleSkill {
  /** The name of its directory. */
  readonly directory: string;
}

/** Takes what has to outlast a skill's texts. */
export function keepFound(
  { subject, textOf }: Examined,
  { name, alone }: SkillSource,
  { suppressions, rules }: Pick<FoundSkill, "rules" | "suppressions">,
  contents: Contents,
  baseline: BaselineWork | undefined,
): FoundSkill {
  baseline?.keepContents({ subject, textOf }, contents);
  return {
    subject,
    directory: name,
    suppressions,
    rules,
    ...(suppressions.comments.length + suppressions.misspelt.length > 0 && { textOf }),
    inPart: alone === true || subject.partial.length > 0,
  };
}

interface Settled {
  readonly subjects: readonly Subject[];
  readonly baseline?: BaselineResult;
}

/** Silences what was to be silenced, then takes out of the count what the baseline knows, and last gathers the places that one finding tells of. `added` are ids beside those of rules that have spoken, too. */
export function settleFindings(
  skills: readonly FoundSkill[],
  options: Omit<LintOptions, "targets">,
  contents: Contents,
  baseline: OpenBaseline | undefined,
  added: readonly string[] = [],
): Settled {
  const { rules: settings = {}, suppressions: lists = [], partOnly = false } = options;
  const ran = new Set([...rulesThatRan(options), ...added]);
  const isJudged = (rule: string): boolean => ran.has(rule);
  // What is off somewhere does not say everywhere what it had to say.
  const isJudgedThroughout = (rule: string): boolean =>
    ran.has(rule) &&
    settings[rule] !== "off" &&
    !options.overrides?.entries.some(({ rules = {} }) => rules[rule] === "off");
  const heard = applySuppressions(skills, {
    lists,
    isJudged,
    isJudgedInConfig: (rule) => !partOnly && isJudgedThroughout(rule),
    settings,
  });
  if (!baseline)
    return { subjects: [...heard.subjects.map((subject) => gathered(subject)), ...heard.configs] };
  const checked = heard.subjects.map((subject, at) => ({ subject, directory: skills[at]!.directory }));
  const { subjects, result } = baseline.work.applyBaseline(
    checked,
    baseline,
    { isJudged: isJudgedThroughout, partOnly },
    (finding) => baseline.work.printOf(finding, contents),
  );
  return {
    subjects: [...subjects.map((subject) => gathered(subject)), ...heard.configs],
    baseline: result,
  };
}

const toldOf: ReadonlyMap<string, Told> = new Map(
  lintRules.flatMap(({ meta, told }) => (told ? [[meta.id, told]] : [])),
);

/** With no more places of a file than are told. */
function gathered(subject: Subject): Subject {
  if (!subject.findings.some(({ ruleId }) => toldOf.has(ruleId))) return subject;
  return { ...subject, findings: gather(subject.findings, toldOf) };
}

/** Without --syntax it says less than it could. */
const parsing = "script-syntax";

/** The rules that say all they have to say where they are not set to be off. */
function rulesThatRan({
  rules = {},
  security = false,
  syntax = false,
  partOnly = false,
}: Omit<LintOptions, "targets">): ReadonlySet<string> {
  const together = partOnly
    ? []
    : collectionRules.filter(({ meta }) => !meta.off || rules[meta.id] !== undefined);
  const running = [...rulesToRun(rules, security), ...together, ...refusalRules, ...suppressionRules].map(
    ({ meta }) => meta.id,
  );
  return new Set(running.filter((id) => id !== parsing || syntax));
}
