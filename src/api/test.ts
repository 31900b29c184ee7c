import type { System } from "../model/agent.ts";
import { estimateTokens } from "../core/estimate-tokens.ts";
import { SkillsError } from "../core/errors.ts";
import type { Outcome, Report } from "../model/report.ts";
import { quote } from "../core/show.ts";
import type { TestCounts, TestResult, TestRun } from "../results/test.ts";
import { tryControls } from "../harness/smoke/controls.ts";
import { systems as allSystems } from "../harness/systems/index.ts";
import { loadExactCounter } from "../tokens/exact-counter.ts";
import { assembleReport } from "./assemble-report.ts";
import { now } from "./clock.ts";
import { inOrder } from "./test/in-order.ts";
import { runTests, type Tested } from "./test/run-tests.ts";
import { failuresIn } from "./test/test-baseline.ts";
import { findTests, type TestScope } from "./test/test-files.ts";
import { measureTests } from "./test/test-metrics.ts";
import type { TestOptions, TestReport } from "./test/test-options.ts";

/**
 * Plays agents with skills and scenarios, and tells what they did. Throws a SkillsError where nothing can be read, or no test is in scope.
 * Without a name of a system all of them are played.
 */
export async function test(options: TestOptions): Promise<TestReport> {
  const started = now();
  const systems = allSystems.filter(({ id }) => options.systems?.includes(id) ?? true);
  const baseline = options.baseline === undefined ? undefined : failuresIn(options.baseline, options.cwd);
  const scope = await findTests(options);
  const controls = (await inOrder(systems, 1, tryControls)).flat();
  const {
    results: found,
    sessions,
    choices,
    evals,
  } = controls.length > 0 ? nothing : await runAll(scope, systems, options);
  if (found.length === 0 && controls.length === 0 && !scope.narrowed)
    throw new SkillsError(
      "not-found",
      options.filter === undefined
        ? "there is no test in scope"
        : `no test has ${quote(options.filter)} in its name`,
      { hint: "skills test --verbose tells the names of all" },
    );
  const tests = found.map((result) => finish(result, baseline, options.traces ?? false));
  const run: TestRun = {
    systems: systems.map(({ id }) => id),
    controls,
    tests,
    counts: countTests(tests),
    ...(evals && { evals }),
  };
  const report = reportOf(run, scope, started);
  const { narrowed } = scope;
  return {
    report: {
      ...report,
      data: { ...run, metrics: measureTests(choices, sessions), ...(narrowed && { scope: narrowed }) },
    },
    run,
    ...(narrowed && { narrowed }),
  };
}

const nothing: Tested = { results: [], sessions: [], choices: [] };

async function runAll(scope: TestScope, systems: readonly System[], options: TestOptions): Promise<Tested> {
  const {
    filter = "",
    limits = {},
    scripts,
    update = false,
    cwd,
    env = {},
    jobs = 1,
    onStep = () => {},
  } = options;
  const wanted = filter.toLowerCase();
  const tokens =
    options.tokens === "exact" ? await loadExactCounter() : { name: "estimate", count: estimateTokens };
  return runTests(scope, {
    systems,
    tokens,
    limits,
    update,
    cwd,
    env,
    jobs,
    onStep,
    wants: (name) => name.toLowerCase().includes(wanted),
    ...(scripts && { scripts }),
  });
}

/** What a baseline has does not count; what passed is not told event by event. */
function finish(
  { trace, ...result }: TestResult,
  baseline: ReadonlySet<string> | undefined,
  traces: boolean,
): TestResult {
  const known = result.outcome === "fail" && baseline?.has(result.name);
  return {
    ...result,
    ...(known && { known }),
    ...(trace && (traces || result.outcome !== "pass") && { trace }),
  };
}

function countTests(tests: readonly TestResult[]): TestCounts {
  const count = (is: (test: TestResult) => boolean): number => tests.filter(is).length;
  return {
    passed: count(({ outcome }) => outcome === "pass"),
    failed: count(({ outcome, known }) => outcome === "fail" && !known),
    couldNotMeasure: count(({ outcome }) => outcome === "could-not-measure"),
    warned: count(({ outcome, warnings }) => outcome === "pass" && warnings.length > 0),
    known: count(({ known }) => known === true),
  };
}

function reportOf(run: TestRun, { skills, unread }: TestScope, started: number): Report {
  const subjects = skills.map(({ label }) => ({
    kind: "skill" as const,
    path: label,
    verdicts: {},
    findings: [],
    partial: [],
  }));
  const report = assembleReport({
    command: "test",
    targets: ["spec"],
    subjects,
    unread,
    started,
    maxWarnings: Infinity,
  });
  return { ...report, outcome: outcomeOf(run) };
}

function outcomeOf({ controls, counts: { failed, couldNotMeasure } }: TestRun): Outcome {
  if (controls.length > 0 || couldNotMeasure > 0) return 2;
  return failed > 0 ? 1 : 0;
}
