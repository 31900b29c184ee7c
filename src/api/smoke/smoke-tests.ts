import { systems } from "../../generated/systems.ts";
import type { Examiner, Parts } from "../../lint/examine.ts";
import type { SmokeAnswer, SmokeQuestion } from "../../model/answer.ts";
import { documentName } from "../../model/document-name.ts";
import type { System } from "../../harness/system.ts";
import { quote } from "../../core/show.ts";
import type { SkillSource } from "../../model/source.ts";
import type { TestResult } from "../../model/reports/test.ts";
import { smokeChecks, type CheckResult, type SmokeCheck } from "../../model/smoke.ts";
import { type TokenCounter, uncounted } from "../../model/token-counter.ts";
import type { TraceEvent } from "../../model/trace.ts";
import { budget } from "../../harness/smoke/budget.ts";
import { modes } from "../../harness/smoke/modes.ts";
import { readProjectSettings, settingsFacts } from "../../harness/project-settings.ts";
import { runSmoke, runUntraced } from "../../harness/smoke/run-smoke.ts";
import type { SmokeSetup } from "../../harness/smoke/smoke-session.ts";
import { fail } from "../../harness/smoke/check-result.ts";
import { describeMisplaced, type Surroundings } from "./misplaced.ts";
import { smokeRoot } from "./smoke-root.ts";
import { readiedForSmoke, type ReadForSmoke } from "./smoke-subject.ts";
import { nameTest } from "../test/test-files.ts";

/** Simulates agents with a skill, and lists each test. */
export function smokeTestExaminer(surroundings: Surroundings): Examiner {
  return {
    id: "smoke",
    facts: (source, _, { smoke }) =>
      smoke &&
      systemsIn(smoke).flatMap((system) => {
        const project = readProjectSettings(system, { directory: surroundings.cwd });
        const { settings } = project;
        return [describeMisplaced(system, source, { ...surroundings, settings }), ...settingsFacts(project)];
      }),
    examine: async ({ source, parsed }, _, { smoke }) => {
      if (!smoke) return {};
      const { skill } = parsed();
      const read = readiedForSmoke(source, skill);
      const tests = await smokeTests(source, read, { ...smoke, tokens: skill.tokens, surroundings });
      return { smoke: toPart(read, tests) };
    },
  };
}

function systemsIn({ systems: ids }: SmokeQuestion): readonly System[] {
  return systems.filter(({ id }) => ids.includes(id));
}

function toPart(read: ReadForSmoke, tests: readonly TestResult[]): NonNullable<Parts["smoke"]> {
  return {
    objections: [],
    asked: [],
    // What could not be measured is tried again. The skills inside another one are searched for on disk.
    lasting:
      tests.every(({ outcome }) => outcome !== "could-not-measure") &&
      !read.files.some(({ path }) => path.endsWith(`/${documentName}`)),
    answer: { tests, announced: announcedIn(read) },
  };
}

/** What a client announces of a skill. */
export function announcedIn({
  name,
  description,
  subject,
}: ReadForSmoke): NonNullable<SmokeAnswer["announced"]> {
  return { name, description, hidden: subject?.hidden ?? false };
}

interface SmokePlan extends SmokeQuestion {
  readonly tokens: TokenCounter;
  readonly surroundings: Surroundings;
}

/** The smoke tests of one skill: first those that do not depend on the agent, then those of each agent. */
async function smokeTests(
  source: SkillSource,
  { subject, nearMiss }: ReadForSmoke,
  { tokens, surroundings, ...asked }: SmokePlan,
): Promise<readonly TestResult[]> {
  const { label: path } = source;
  const { limits, traces, filter } = asked;
  const wants = (name: string): boolean => name.toLowerCase().includes(filter);
  if (!subject) return [unread(path, nearMiss)].filter(({ name }) => wants(name));
  const whatever = [
    ["budget", budget(subject.costs, limits)],
    ["modes", modes(subject.commands)],
  ] as const;
  const results = whatever.flatMap(([check, result]) =>
    result ? [toResult(path, undefined, { ...result, check })] : [],
  );
  for (const system of systemsIn(asked)) {
    if (!allChecks.some((check) => wants(nameTest(path, system.id, check)))) continue;
    const { settings, remarks } = readProjectSettings(system, { directory: surroundings.cwd });
    const misplaced = describeMisplaced(system, source, { ...surroundings, settings });
    const setup = { system, subject, root: smokeRoot(system, subject), tokens, settings };
    const noted = [...(misplaced === undefined ? [] : [misplaced]), ...remarks];
    for (const result of await (traces ? runSmoke(setup) : runTracingFailures(setup)))
      results.push(toResult(path, system, withRemarks(result, noted)));
  }
  return results
    .filter(({ name }) => wants(name))
    .map(({ trace, ...result }) =>
      trace && (traces || result.outcome !== "pass") ? { ...result, trace } : result,
    );
}

/**
 * The results of passed tests have no trace. Most skills pass all of them, and then no tokens are counted. If not, they
 * are simulated again, which gives the same results.
 */
async function runTracingFailures(setup: SmokeSetup): Promise<readonly NamedResult[]> {
  const results = await runUntraced({ ...setup, tokens: uncounted });
  return results.every(({ outcome }) => outcome === "pass") ? results : runSmoke(setup);
}

function withRemarks<Result extends NamedResult>(result: Result, remarks: readonly string[]): Result {
  return result.check === "announced" ? { ...result, warnings: [...result.warnings, ...remarks] } : result;
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
