import { severities } from "../../model/rule.ts";
import { type Diagnostic, isCounted, type Report, type Subject } from "../../model/report.ts";
import { rankRules } from "../../model/ranked-rules.ts";
import type { FixLevel } from "../lint/lint-options.ts";
import { type LintMemory, type LintRequest, lintUnwritten } from "../lint/lint.ts";
import { emptyMemory } from "../../run/memory.ts";
import type { CheckOptions } from "./check.ts";

/** The skills that a set of fixes does not improve, by the set: "safe", or the id of a rule for its unsafe fixes. */
export type UselessFixes = ReadonlyMap<string, ReadonlySet<string>>;

/** Maximum number of skills whose fixes are tried; the first ones represent the others. */
const most = 20;

/**
 * Tries the fixes that could be suggested, and returns the skills that each of them does not improve, because it only
 * uncovers another finding or cannot be applied. Unsafe fixes are tried rule by rule, worst first, until some help. Nothing is written.
 */
export async function findUselessFixes(options: CheckOptions, { subjects }: Report): Promise<UselessFixes> {
  const { answers } = emptyMemory();
  const useless = new Map<string, ReadonlySet<string>>();
  const skills = subjects.filter(({ kind, path }) => kind === "skill" && path !== "-");
  const safe = skills.filter(({ findings }) => findings.some((finding) => offers(finding, true)));
  if (safe.length > 0) useless.set("safe", await noBetter({ options, affected: safe, fix: "safe", answers }));
  for (const { ruleId, severity } of rankRules(skills)) {
    const affected = skills.filter(({ findings }) =>
      findings.some((finding) => finding.ruleId === ruleId && offers(finding, false)),
    );
    if (severity === "info" || affected.length === 0) continue;
    const same = await noBetter({ options, affected, fix: "unsafe", rule: ruleId, answers });
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
  /** About the skills as they are, from earlier attempts. */
  readonly answers: LintMemory["answers"];
}

/** The first affected skills that do not improve. */
async function noBetter({ options, affected, fix, rule, answers }: Attempt): Promise<ReadonlySet<string>> {
  const paths = affected.slice(0, most).map(({ path }) => path);
  const plan = planOf(options, paths);
  const memory: LintMemory = { ...emptyMemory(), answers };
  const before = await lintUnwritten(plan, memory);
  const after = await lintUnwritten(
    { ...plan, fix, dryRun: true, ...(rule !== undefined && { fixRules: [rule] }) },
    memory,
  );
  if (after.fixed.length === 0) return new Set(after.report.subjects.map(({ path }) => path));
  const fixed = new Map(after.report.subjects.map((subject) => [subject.path, subject]));
  const same = before.report.subjects.filter((subject) => {
    const then = fixed.get(subject.path);
    return then !== undefined && !isBetter(then, subject, rule);
  });
  return new Set(same.map(({ path }) => path));
}

function planOf(
  { cwd, targets, rules, ownRules, overrides, suppressions, inline, security }: CheckOptions,
  paths: readonly string[],
): LintRequest {
  return {
    paths,
    cwd,
    partOnly: true,
    ...(targets && { targets }),
    ...(rules && { rules }),
    ...(ownRules && { ownRules }),
    ...(overrides && { overrides }),
    ...(suppressions && { suppressions }),
    ...(inline !== undefined && { inline }),
    ...(security !== undefined && { security }),
  };
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
