import type { Answer, Claim, Head } from "../model/answer.ts";
import { compareText } from "../core/order.ts";
import { joinLabel, parentOf } from "../core/paths.ts";
import type { Siblings } from "../model/collection.ts";
import {
  type Diagnostic,
  isCounted,
  type Report,
  type Subject,
  type SuppressedSecurity,
} from "../model/report.ts";
import type { OwnRule } from "../model/own-rule.ts";
import type { ReportLimit } from "../model/rule.ts";
import { fingerprintsOf } from "../model/fingerprints.ts";
import { documentName } from "../model/document-name.ts";
import type { SkillSource, Unread } from "../model/source.ts";
import type { SuppressionList } from "../model/suppression.ts";
import type { Target } from "../model/target.ts";
import { collectionRules } from "../rules/lists/collection-rules.ts";
import { lintRules, ruleMetas } from "../rules/lists/lint-rules.ts";
import { pluginRules } from "../rules/lists/plugin-rules.ts";
import { looseRules, refusalRules } from "../rules/lists/skill-rules.ts";
import { suppressionRules } from "../rules/lists/suppression-rules.ts";
import { applySuppressions, type SuppressibleSkill, type SuppressionReader } from "./apply-suppressions.ts";
import type { Baselined, BaselineResult, OpenBaseline } from "./baseline.ts";
import { buildReport } from "./build-report.ts";
import { checkCollection, type CollectionFindings } from "./check-collection.ts";
import { type Claiming, compareClaims } from "./compare-claims.ts";
import { type Collected, collected } from "./head.ts";
import { limitByRule } from "./limit-findings.ts";
import { markSuppressed } from "./mark-suppressed.ts";
import {
  type PathOverrides,
  type PathSettings,
  type Placed,
  type RuleSettings,
  rulesToRun,
  withSettings,
} from "./rule-settings.ts";
import { compareDiagnostics, concerns, type RunRulesOptions } from "./run-rules.ts";

/** An answer, and where its skill is. */
export interface Answered extends Placed {
  readonly answer: Answer;
}

/** All that a report depends on besides the answers and what is around the skills. */
export interface RunQuestion {
  readonly targets: readonly Target[];
  /** The clients to report, if they were chosen. */
  readonly clients?: readonly Target[];
  readonly rules?: RuleSettings;
  /** The rules of the config. */
  readonly ownRules?: readonly (Pick<OwnRule, "id"> & Partial<Pick<OwnRule, "check">>)[];
  readonly overrides?: PathOverrides;
  /** Whether the security rules that are off by default ran. */
  readonly security?: boolean;
  /** Whether files were parsed by other programs. */
  readonly syntax?: boolean;
  readonly suppressions?: readonly SuppressionList[];
  /** Whether only some of the skills of the config and the baseline are checked. */
  readonly partOnly?: boolean;
  /** The ids of findings that do not come from rules. */
  readonly added?: readonly string[];
  readonly maxWarnings: number;
  /** These settings by path, and the suppressions of a skill. */
  readonly settings: PathSettings;
  readonly suppressionsOf: SuppressionReader;
}

/** What is around the skills. */
export interface Around {
  /** The names of the directories next to each skill, listed when a rule asks. */
  readonly siblings: Siblings;
  /** Absent if all skills in scope were asked about. */
  readonly scope?: Scope | undefined;
  readonly unread: readonly Unread[];
  /** The directories of skills with files that are no skill. */
  readonly roots?: readonly Answered[];
  readonly baseline?: OpenBaseline | undefined;
  readonly timeRule?: RunRulesOptions["timeRule"];
}

/** All skills in scope, of which only some were asked about. */
interface Scope {
  readonly skills: readonly SkillSource[];
  /** Reads the frontmatter of a skill that was not asked about. */
  headOf(source: SkillSource): Head | undefined;
  /** Judges such a skill by the rules about unique values; absent if there is none. */
  readonly claimsOf?: ((source: SkillSource) => readonly Claim[]) | undefined;
}

export interface Conclusion {
  readonly report: Report<never, "lint">;
  readonly baseline?: BaselineResult;
}

/**
 * Makes a report of the answers about the skills of a run: compares the skills, applies configured severities,
 * suppressions, the baseline and the limits of each rule, counts, and decides the exit code. It has no clock, so the
 * report says 0 seconds.
 */
export function conclude(asked: readonly Answered[], question: RunQuestion, around: Around): Conclusion {
  const answers = [...eachFileOnce(asked), ...(around.roots ?? [])];
  const together = compareSkills(answers, question, around);
  const same = compareClaims(claiming(answers, question, around));
  const skills = answers.map((each) => {
    const { head, subject } = each.answer;
    const more = [...((head && together.get(subject.path)) ?? []), ...(same.get(subject.path) ?? [])];
    return settled(each, more, question);
  });
  const { subjects, configs } = suppressed(skills, question);
  const { baseline, unread } = around;
  const known = baseline && inBaseline(skills, subjects, question, baseline);
  const { targets, maxWarnings } = question;
  const report = buildReport({
    command: "lint",
    targets,
    subjects: [...(known?.subjects ?? subjects), ...configs],
    unread,
    seconds: 0,
    maxWarnings,
    limited,
    ruleSet: ruleSetOf(question),
  });
  const hidden = question.security ? suppressedSecurity(report.subjects) : [];
  return {
    report:
      hidden.length === 0
        ? report
        : { ...report, summary: { ...report.summary, suppressedSecurity: hidden } },
    ...(known && { baseline: { ...known.result, summedUp: summedUp(subjects) } }),
  };
}

/**
 * Leaves what was found in the files of a skill inside another skill to the inner one, but for what makes a target refuse
 * the outer one, whose verdict it explains.
 */
function eachFileOnce(answers: readonly Answered[]): readonly Answered[] {
  const paths = new Set(answers.map(({ answer }) => answer.subject.path));
  const isOfInner = (file: string, subject: Subject): boolean => {
    for (let inner = parentOf(file); inner !== ""; inner = parentOf(inner))
      if (paths.has(joinLabel(subject.path, inner))) return true;
    return false;
  };
  return answers.map((each) => {
    const { subject } = each.answer;
    const findings = subject.findings.filter(
      ({ file, refusedBy }) => refusedBy.length > 0 || !isOfInner(file, subject),
    );
    if (findings.length === subject.findings.length) return each;
    return { ...each, answer: { ...each.answer, subject: { ...subject, findings } } };
  });
}

/** What the findings depend on besides the skills, as plain data. */
function ruleSetOf({
  clients,
  rules = {},
  ownRules,
  overrides,
  security = false,
  syntax = false,
}: RunQuestion): object {
  const { entries = [] } = overrides ?? {};
  return { clients, rules: sortedByKey(rules), own: ownRules, overrides: entries, security, syntax };
}

function sortedByKey(rules: RuleSettings): readonly unknown[] {
  return Object.entries(rules).sort(([one], [other]) => compareText(one, other));
}

/** Applies the configured severities to the findings of an answer, and marks those that are suppressed. */
export function settledFindings(
  { answer, ...place }: Answered,
  { settings, suppressionsOf }: Pick<RunQuestion, "settings" | "suppressionsOf">,
): readonly Diagnostic[] {
  const findings = withSettings(answer.subject.findings, settings.rulesOf(place));
  return markSuppressed(findings, suppressionsOf(place, answer)).findings;
}

/**
 * Runs the collection rules over all skills in scope. If only some were asked about, only these are reported: their
 * descriptions are compared with each other, and their names with the directories of the others, which are opened only
 * if a name seems to conflict.
 */
function compareSkills(
  answers: readonly Answered[],
  { settings }: RunQuestion,
  { siblings, scope, timeRule }: Around,
): CollectionFindings {
  const options = { settings: settings.widest, rulesOf: settings.rulesOf, timeRule };
  const openHead = (head: Head | undefined, { directory }: Placed): readonly Collected[] =>
    head ? [collected(head, directory)] : [];
  const heads = answers.map(({ answer, ...place }) => openHead(answer.head, place));
  const asked = heads.flat();
  if (!scope) return checkCollection(asked, { ...options, siblings });
  if (answers.length === 0) return new Map();
  const known = new Map(answers.map(({ answer }, at) => [answer.subject.path, heads[at]!]));
  const checkNames = (headOf: Scope["headOf"]): CollectionFindings => {
    const all = scope.skills.flatMap((source) => known.get(source.label) ?? openHead(headOf(source), source));
    const findings = checkCollection(all, { ...options, siblings, over: "names" });
    return new Map(Array.from(findings).filter(([path]) => known.has(path)));
  };
  const suspected = checkNames(headByDirectory);
  const named = suspected.size > 0 ? checkNames((source) => scope.headOf(source)) : suspected;
  return join(named, checkCollection(asked, { ...options, over: "descriptions" }));
}

/** The skills in scope, each with the claims of the rules that are on for it. */
function claiming(
  answers: readonly Answered[],
  { settings }: RunQuestion,
  { scope }: Around,
): readonly Claiming[] {
  const known = answers.map(({ answer: { subject, claims = [] }, ...place }) => ({
    path: subject.path,
    claims,
    place,
  }));
  const { skills = [], claimsOf } = scope ?? {};
  const asked = new Set(known.map(({ path }) => path));
  const others = claimsOf ? skills.filter(({ label }) => !asked.has(label)) : [];
  const all: readonly (Claiming & { readonly place: Placed })[] = [
    ...known,
    ...others.map((source) => ({ path: source.label, claims: claimsOf?.(source) ?? [], place: source })),
  ];
  return all
    .filter(({ claims }) => claims.length > 0)
    .map(({ path, claims, place }) => ({
      path,
      claims: claims.flatMap(({ value, finding }) =>
        withSettings([finding], settings.rulesOf(place)).map((kept) => ({ value, finding: kept })),
      ),
    }));
}

/** Assumes that a skill has the same name as its directory. */
function headByDirectory({ label, name }: SkillSource): Head {
  const skill = { path: label, directoryName: name, file: documentName, name, description: "" };
  return { text: "", encoding: "utf-8", skill };
}

function join(one: CollectionFindings, other: CollectionFindings): CollectionFindings {
  const paths = new Set([...one.keys(), ...other.keys()]);
  return new Map(Array.from(paths, (path) => [path, [...(one.get(path) ?? []), ...(other.get(path) ?? [])]]));
}

/** A skill with its findings at their configured severities. */
interface SettledSkill extends SuppressibleSkill {
  readonly directoryName: string;
  /** Digests of files, by their findings without a line. */
  readonly contents: ReadonlyMap<Diagnostic, string>;
}

function settled(
  { answer, ...place }: Answered,
  more: readonly Diagnostic[] = [],
  { settings, suppressionsOf }: RunQuestion,
): SettledSkill {
  const { subject, alone, directoryName, lines, contents = [] } = answer;
  const rules = settings.rulesOf(place);
  const own = withSettings(subject.findings, rules);
  const digests = new Map(contents);
  const targets = settings.targetsOf(place);
  return {
    subject: {
      ...subject,
      // Outside of every override, the targets are those of the run.
      ...(targets !== settings.targetsOf({}) && { targets }),
      findings: more.length === 0 ? own : [...own, ...more].sort(compareDiagnostics),
    },
    suppressions: suppressionsOf(place, answer),
    lines,
    rules,
    inPart: alone === true || subject.partial.length > 0,
    directoryName,
    contents: new Map(
      own.flatMap((finding) => {
        const digest = finding.start ? undefined : digests.get(finding.file);
        return digest === undefined ? [] : [[finding, digest] as const];
      }),
    ),
  };
}

interface Suppressed {
  readonly subjects: readonly Subject[];
  readonly configs: readonly Subject[];
}

function suppressed(skills: readonly SettledSkill[], question: RunQuestion): Suppressed {
  const { suppressions: lists = [], partOnly = false, rules: settings = {}, ownRules = [] } = question;
  const { isJudged, isJudgedThroughout } = completenessOf(question);
  return applySuppressions(skills, {
    lists,
    isJudged,
    isJudgedInConfig: (rule) => !partOnly && isJudgedThroughout(rule),
    settings,
    ownRules,
  });
}

function inBaseline(
  skills: readonly SettledSkill[],
  subjects: readonly Subject[],
  question: RunQuestion,
  baseline: OpenBaseline,
): Baselined {
  const { isJudgedThroughout } = completenessOf(question);
  const contents = new Map(skills.flatMap((skill) => Array.from(skill.contents)));
  const fingerprints = fingerprintsOf(subjects);
  return baseline.work.applyBaseline(
    subjects.map((subject, at) => ({ subject, directoryName: skills[at]!.directoryName })),
    baseline,
    { isJudged: isJudgedThroughout, partOnly: question.partOnly ?? false },
    (finding) => baseline.work.printOf(finding, contents.get(finding), fingerprints.get(finding)),
  );
}

/** Whether the findings of a rule are complete: on the checked skills, or on all that the config covers. */
interface Completeness {
  isJudged(rule: string): boolean;
  isJudgedThroughout(rule: string): boolean;
}

function completenessOf(question: RunQuestion): Completeness {
  const { rules: settings = {}, overrides, added = [] } = question;
  const ran = new Set([...rulesThatRan(question), ...added, ...ownIds(question)]);
  return {
    isJudged: (rule) => ran.has(rule),
    // If a rule is off for some path, its findings are incomplete.
    isJudgedThroughout: (rule) =>
      ran.has(rule) &&
      settings[rule] !== "off" &&
      !overrides?.entries.some(({ rules = {} }) => rules[rule] === "off"),
  };
}

/** Those whose findings are complete. */
function ownIds({
  ownRules = [],
  partOnly = false,
}: Pick<RunQuestion, "ownRules" | "partOnly">): readonly string[] {
  const complete = partOnly
    ? ownRules.filter(({ check }) => check?.kind !== "field" || !check.unique)
    : ownRules;
  return complete.map(({ id }) => id);
}

/** The rule whose findings are incomplete without --syntax. */
const parsing = "script-syntax";

/** The rules whose findings are complete unless they are off. */
function rulesThatRan({
  targets,
  clients,
  rules = {},
  security = false,
  syntax = false,
  partOnly = false,
}: RunQuestion): readonly string[] {
  const together = partOnly
    ? []
    : collectionRules.filter(({ meta }) => !meta.off || rules[meta.id] !== undefined);
  const running = [
    ...rulesToRun(rules, security),
    ...together,
    ...refusalRules,
    ...looseRules,
    ...pluginRules,
    ...suppressionRules,
  ];
  return running.flatMap(({ meta }) =>
    concerns(meta, { targets, clients }) && (meta.id !== parsing || syntax) ? [meta.id] : [],
  );
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

/** Number of findings that the limits leave out. */
function summedUp(subjects: readonly Subject[]): number {
  const sizeOf = ({ findings }: Subject): number => findings.filter(isCounted).length;
  return subjects.reduce((sum, subject) => sum + sizeOf(subject) - sizeOf(limited(subject)), 0);
}

const securityRules: ReadonlySet<string> = new Set(
  ruleMetas.flatMap(({ id, category }) => (category === "security" ? [id] : [])),
);

/**
 * The findings of security rules that comments in the skills suppress, by rule and file, in the order of the report.
 * They are listed because the author of the reported code may have written the comment. Suppressions in the config
 * are the user's decision and are not listed.
 */
function suppressedSecurity(subjects: readonly Subject[]): readonly SuppressedSecurity[] {
  const places = new Map<string, SuppressedSecurity>();
  for (const { path, findings } of subjects)
    for (const { ruleId, file, suppressed: by } of findings) {
      if (by?.by !== "comment" || !securityRules.has(ruleId)) continue;
      const key = JSON.stringify([path, file, ruleId]);
      const findingsBefore = places.get(key)?.findings ?? 0;
      places.set(key, { ruleId, path, file, findings: findingsBefore + 1 });
    }
  return Array.from(places.values());
}
