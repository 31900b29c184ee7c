import { severities } from "../../model/rule.ts";
import { type Diagnostic, isCounted, type Report, type Subject } from "../../model/report.ts";
import { rankRules } from "../../model/ranked-rules.ts";
import type { FixLevel } from "../lint/lint-options.ts";
import type { ResultCache } from "../cache/result-cache.ts";
import { isAnsweredSame, recordSurroundings, type SurroundingsRecord } from "../cache/surroundings-record.ts";
import { openSurroundings } from "../../find/surroundings.ts";
import { today } from "../../core/today.ts";
import { type LintRequest, lintUnwritten } from "../lint/lint.ts";
import { emptyMemory } from "../lint/lint-memory.ts";
import type { SkillSource } from "../../model/source.ts";
import type { CheckOptions } from "./check.ts";

/** The skills that a set of fixes does not improve, by the set: "safe", or the id of a rule for its unsafe fixes. */
export type UselessFixes = ReadonlyMap<string, ReadonlySet<string>>;

/** Maximum number of skills whose fixes are tried; the first ones represent the others. */
const most = 20;

/**
 * Tries the fixes that could be suggested, and returns those that improve no skill because they only uncover another
 * finding or cannot be applied. Unsafe fixes are tried rule by rule, worst first, until some help. Nothing is written.
 */
export async function findUselessFixes(
  options: CheckOptions,
  { subjects }: Report,
  cache?: ResultCache,
): Promise<UselessFixes> {
  const useless = new Map<string, ReadonlySet<string>>();
  const skills = subjects.filter(({ kind, path }) => kind === "skill" && path !== "-");
  const safe = skills.filter(({ findings }) => findings.some((finding) => offers(finding, true)));
  if (safe.length > 0) useless.set("safe", await noBetter({ options, affected: safe, fix: "safe" }, cache));
  for (const { ruleId, severity } of rankRules(skills)) {
    const affected = skills.filter(({ findings }) =>
      findings.some((finding) => finding.ruleId === ruleId && offers(finding, false)),
    );
    if (severity === "info" || affected.length === 0) continue;
    const same = await noBetter({ options, affected, fix: "unsafe", rule: ruleId }, cache);
    useless.set(ruleId, same);
    if (same.size < Math.min(affected.length, most)) break;
  }
  return useless;
}

function offers(finding: Diagnostic, safe: boolean): boolean {
  return isCounted(finding) && finding.fixes.some((fix) => fix.safe === safe);
}

interface Attempt {
  readonly options: CheckOptions;
  readonly affected: readonly Subject[];
  readonly fix: FixLevel;
  /** The only rule whose fixes are applied. */
  readonly rule?: string;
}

/** The skills that did not improve, and what the attempt asked about the surroundings of all. */
interface SavedAttempt {
  readonly same: readonly string[];
  readonly asked: SurroundingsRecord;
}

/** The first affected skills that do not improve. Saved if it depends on nothing but the files that the cache knows. */
async function noBetter(
  { options, affected, fix, rule }: Attempt,
  cache: ResultCache | undefined,
): Promise<ReadonlySet<string>> {
  const paths = affected.slice(0, most).map(({ path }) => path);
  const plan = planOf(options, paths);
  const seen = paths.flatMap((path) => cache?.seen(path) ?? []);
  if (!cache || seen.length < paths.length) return new Set(await tryFixes(plan, fix, rule));
  const about = [plan, fix, rule, today(), seen.map(({ source, content }) => [source.directory, content])];
  const { saved, store } = cache.findTogether<SavedAttempt>(about);
  const surroundings = openSurroundings();
  const sourceOf = (label: string): SkillSource | undefined => cache.seen(label)?.source;
  if (saved && isAnsweredSame(saved.asked, surroundings, sourceOf)) return new Set(saved.same);
  const recorded = recordSurroundings(surroundings);
  const same = await tryFixes({ ...plan, surroundings: recorded }, fix, rule);
  if (seen.every((skill) => skill.isUnchanged())) store({ same, asked: recorded.record() });
  return new Set(same);
}

function planOf(
  { cwd, targets, rules, overrides, suppressions, inline, security }: CheckOptions,
  paths: readonly string[],
): LintRequest {
  return {
    paths,
    cwd,
    partOnly: true,
    ...(targets && { targets }),
    ...(rules && { rules }),
    ...(overrides && { overrides }),
    ...(suppressions && { suppressions }),
    ...(inline !== undefined && { inline }),
    ...(security !== undefined && { security }),
  };
}

async function tryFixes(
  plan: LintRequest,
  fix: FixLevel,
  rule: string | undefined,
): Promise<readonly string[]> {
  const [fixing, known] = [emptyMemory(), emptyMemory()];
  const after = await lintUnwritten(
    {
      ...plan,
      fix,
      dryRun: true,
      noteUnfixed: (skill) => known.skills.set(skill.subject.path, skill),
      ...(rule !== undefined && { fixRules: [rule] }),
    },
    fixing,
  );
  if (after.fixed.length === 0) return after.report.subjects.map(({ path }) => path);
  // The skills were examined before they were fixed, so no skill is read again.
  const before = await lintUnwritten(plan, { ...known, selected: fixing.selected });
  const fixed = new Map(after.report.subjects.map((subject) => [subject.path, subject]));
  const same = before.report.subjects.filter((subject) => {
    const then = fixed.get(subject.path);
    return then !== undefined && !isBetter(then, subject, rule);
  });
  return same.map(({ path }) => path);
}

/**
 * Better means fewer errors, then fewer warnings, then fewer notes; for the unsafe fixes of a rule, also fewer
 * findings of that rule.
 */
function isBetter(after: Subject, before: Subject, rule: string | undefined): boolean {
  const difference = severities
    .map((severity) => {
      const is = (finding: Diagnostic): boolean => finding.severity === severity && isCounted(finding);
      return after.findings.filter(is).length - before.findings.filter(is).length;
    })
    .find((each) => each !== 0);
  const of = ({ findings }: Subject): number =>
    findings.filter((finding) => finding.ruleId === rule && isCounted(finding)).length;
  return difference !== undefined && difference < 0 && (rule === undefined || of(after) < of(before));
}
