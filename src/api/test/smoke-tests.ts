import type { System } from "../../harness/system.ts";
import { quote } from "../../core/show.ts";
import type { SkillSource } from "../../model/source.ts";
import type { TestResult } from "../../model/reports/test.ts";
import { smokeChecks, type CheckResult, type SmokeCheck } from "../../model/smoke.ts";
import { type TokenCounter, uncounted } from "../../model/token-counter.ts";
import type { TraceEvent } from "../../model/trace.ts";
import { budget, type SmokeLimits } from "../../harness/smoke/budget.ts";
import { modes } from "../../harness/smoke/modes.ts";
import { runSmoke, runUntraced } from "../../harness/smoke/run-smoke.ts";
import type { SmokeSetup } from "../../harness/smoke/smoke-session.ts";
import { fail } from "../../harness/smoke/check-result.ts";
import { describeMisplaced, type Surroundings } from "./misplaced.ts";
import { smokeRoot } from "./smoke-root.ts";
import type { ReadForSmoke } from "./smoke-subject.ts";
import { nameTest } from "./test-files.ts";

export interface SmokePlan extends Surroundings {
  /** The agents to simulate with a skill. */
  systemsOf(skill: SkillSource): readonly System[];
  readonly tokens: TokenCounter;
  readonly limits: SmokeLimits;
  /** Whether the traces of passed tests are reported. */
  readonly traces: boolean;
  wants(name: string): boolean;
}

/** The smoke tests of one skill: first those that do not depend on the agent, then those of each agent. */
export async function smokeTests(
  source: SkillSource,
  { subject, nearMiss }: ReadForSmoke,
  { systemsOf, tokens, limits, traces, wants, ...surroundings }: SmokePlan,
): Promise<readonly TestResult[]> {
  const { label: path } = source;
  if (!subject) return [unread(path, nearMiss)].filter(({ name }) => wants(name));
  const whatever = [
    ["budget", budget(subject.costs, limits)],
    ["modes", modes(subject.commands)],
  ] as const;
  const results = whatever.flatMap(([check, result]) =>
    result ? [toResult(path, undefined, { ...result, check })] : [],
  );
  for (const system of systemsOf(source)) {
    const misplaced = describeMisplaced(system, source, surroundings);
    if (!allChecks.some((check) => wants(nameTest(path, system.id, check)))) continue;
    const setup = { system, subject, root: smokeRoot(system, subject), tokens };
    for (const result of await (traces ? runSmoke(setup) : runTracingFailures(setup)))
      results.push(toResult(path, system, withRemark(result, misplaced)));
  }
  return results.filter(({ name }) => wants(name));
}

/**
 * The results of passed tests have no trace. Most skills pass all of them, and then no tokens are counted. If not, they
 * are simulated again, which gives the same results.
 */
async function runTracingFailures(setup: SmokeSetup): Promise<readonly NamedResult[]> {
  const { system, subject, root } = setup;
  const results = await runUntraced({ system, subject, root, tokens: uncounted });
  return results.every(({ outcome }) => outcome === "pass") ? results : runSmoke(setup);
}

function withRemark<Result extends NamedResult>(result: Result, remark: string | undefined): Result {
  return remark === undefined || result.check !== "announced"
    ? result
    : { ...result, warnings: [...result.warnings, remark] };
}

/** A misspelled SKILL.md is a failure of the skill; an unreadable one cannot be measured. */
function unread(path: string, nearMiss: string | undefined): TestResult {
  if (nearMiss === undefined)
    return toResult(path, undefined, {
      check: "announced",
      outcome: "could-not-measure",
      message: "SKILL.md cannot be read",
      warnings: [],
    });
  const failure = fail(`agents ignore ${quote(nearMiss)}; rename it to \`SKILL.md\``);
  return toResult(path, undefined, { ...failure, check: "announced" });
}

const allChecks = Object.keys(smokeChecks);

interface NamedResult extends CheckResult {
  readonly check: SmokeCheck;
  readonly trace?: readonly TraceEvent[];
}

function toResult(
  path: string,
  system: System | undefined,
  { check, outcome, message, warnings, trace }: NamedResult,
): TestResult {
  return {
    name: nameTest(path, system?.id, check),
    kind: "smoke",
    path,
    ...(system && { system: system.id }),
    check,
    outcome,
    message,
    warnings,
    ...(trace && { trace }),
  };
}
