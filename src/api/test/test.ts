import { SkillsError } from "../../core/errors.ts";
import { estimateTokens } from "../../core/estimate-tokens.ts";
import { isObject } from "../../core/is-object.ts";
import { quote } from "../../core/show.ts";
import { decodeUtf8 } from "../../core/utf8.ts";
import { tryControls } from "../../harness/smoke/controls.ts";
import type { System } from "../../harness/system.ts";
import { type ScriptRunner, type SystemId, systemIds } from "../../model/agent.ts";
import type { SmokeLimits } from "../../model/smoke.ts";
import type { Unread } from "../../model/source.ts";
import type { Outcome, Report } from "../../model/report.ts";
import type { TokenCount, TokenCounter } from "../../model/token-counter.ts";
import { lookUpFile } from "../../find/discover-named.ts";
import { readFile } from "../../read/open-file.ts";
import type { ModelRun, TestCounts, TestData, TestResult, TestRun } from "../../model/reports/test.ts";
import type { ScopeSummary } from "../../model/reports/validate.ts";
import { loadExactCounter } from "../../tokens/exact-counter.ts";
import { contextReader } from "../../find/surroundings.ts";
import { startAnswering } from "../../run/answers.ts";
import type { CacheOption } from "../../run/cache.ts";
import { noWords } from "../smoke/smoke-subject.ts";
import { smokeTestExaminer } from "../smoke/smoke-tests.ts";
import { timedReport } from "../timed-report.ts";
import { now } from "../clock.ts";
import { inOrder } from "../../core/in-order.ts";
import type { ScopeFilter } from "../scope/select-sources.ts";
import type { Scope } from "../scope/find-sources.ts";
import { chooseSystems, type ChosenSystems, type SystemChoice } from "./choose-systems.ts";
import { runTests, type Tested } from "./run-tests.ts";
import { findTests, type TestScope } from "./test-files.ts";
import { requireSpansFile, writeSpans } from "./spans-file.ts";
import { measureTests } from "./test-metrics.ts";
import { type ModelOptions, openTestModel, type TestModel } from "./test-model.ts";

/**
 * Simulates agents with skills, scenarios and evals: the one that follows the client guide, those among the targets,
 * and those that a scenario lists; or only the selected ones. Throws a SkillsError if nothing can be read or no test is
 * in scope.
 */
export async function test(options: TestOptions): Promise<TestReport> {
  const started = now();
  const chosen = chooseSystems(options);
  const baseline = options.baseline === undefined ? undefined : failuresIn(options.baseline, options.cwd);
  const model = options.model && openTestModel(options.model, { cwd: options.cwd, env: options.env ?? {} });
  if (options.otel !== undefined) requireSpansFile(options.otel, options.cwd);
  const scope = await findTests(options);
  const smoked = Array.from(new Set([...chosen.systems, ...scope.skills.flatMap(chosen.of)]));
  const controls = (await inOrder(smoked, 1, tryControls)).flat();
  const {
    results: found,
    sessions,
    choices,
    selected,
    evals,
    leftOut,
  } = controls.length > 0 ? nothing : await runAll(scope, chosen, { ...options, model });
  if (found.length === 0 && controls.length === 0 && !scope.scopeSummary)
    throw new SkillsError(
      "not-found",
      options.filter === undefined ? "no test in scope" : `no test name contains ${quote(options.filter)}`,
      { hint: hintFor(leftOut) },
    );
  if (model?.opened() === 0 && controls.length === 0 && !scope.scopeSummary)
    throw new SkillsError("not-found", "no scenario or eval in scope that a model can play", {
      hint: "name a *.scenario.yaml, an eval file with prompts, or a skill that contains one",
    });
  const recorded = await model?.finish();
  if (options.otel !== undefined && controls.length === 0)
    await writeSpans(options.otel, sessions, options.cwd);
  const tests = found.map((result) => finish(result, baseline, options.traces ?? false));
  const run: TestRun = {
    systems: simulatedIn(tests, scope.skills.length > 0 ? smoked : []) ?? smoked.map(({ id }) => id),
    controls,
    tests,
    counts: countTests(tests),
    ...(evals && { evals }),
    ...(model && { model: modelRunOf(model) }),
  };
  const report = reportOf(run, { ...scope, unread: [...scope.unread, ...leftOut] }, started);
  const { scopeSummary } = scope;
  return {
    report: {
      ...report,
      data: {
        ...run,
        metrics: measureTests(choices, selected, sessions),
        ...(scopeSummary && { scope: scopeSummary }),
      },
    },
    run,
    ...(recorded !== undefined && options.model?.record !== undefined && { recorded }),
    ...(scopeSummary && { scopeSummary }),
  };
}

function modelRunOf({ kind, repeat, minPassRate, opened, milliseconds }: TestModel): ModelRun {
  return {
    kind,
    repeat,
    minPassRate,
    sessions: opened(),
    ...(kind === "command" && { milliseconds: Math.round(milliseconds()) }),
  };
}

/** The agents that were simulated; undefined if no test needs one. */
function simulatedIn(
  tests: readonly TestResult[],
  smoked: readonly System[],
): readonly SystemId[] | undefined {
  const ids = new Set([...smoked.map(({ id }) => id), ...tests.flatMap(({ system }) => system ?? [])]);
  return ids.size === 0 ? undefined : systemIds.filter((id) => ids.has(id));
}

function hintFor([first]: readonly Unread[]): string {
  return first
    ? `${quote(first.path)} was left out: ${first.reason}`
    : "run `skills test --verbose` to list all names";
}

const nothing: Tested = { results: [], sessions: [], choices: [], selected: [], leftOut: [] };

async function runAll(
  scope: TestScope,
  { systems, known, of: systemsOf }: ChosenSystems,
  options: Omit<TestOptions, "model"> & { readonly model: TestModel | undefined },
): Promise<Tested> {
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
  const contextOf = contextReader();
  const tokens = await counterFor(options.tokens);
  const cache = options.cache && (await import("../../run/cache.ts")).openCache(options.cache, cwd);
  const { answer } = startAnswering({
    cwd,
    cache,
    questionOf: (source) => ({
      examiners: ["smoke"],
      targets: [],
      ...(options.tokens && { tokens: options.tokens }),
      smoke: {
        systems: systemsOf(source).map(({ id }) => id),
        limits,
        filter: wanted,
        traces: options.traces ?? false,
      },
      ...(cache && { digests: true }),
    }),
    prepare: async () => ({
      examiners: [smokeTestExaminer({ cwd, env })],
      reading: { vocabulary: noWords, tokens, onlyDocument: true, contextOf },
      models: [],
      ...(cache && { digest: (await import("../../manifest/digest.ts")).digestText }),
    }),
  });
  const tested = await runTests(scope, {
    answer,
    systems,
    known,
    systemsOf,
    tokens,
    update,
    cwd,
    env,
    jobs,
    onStep,
    spans: options.otel !== undefined,
    wants: (name) => name.toLowerCase().includes(wanted),
    ...(scripts && { scripts }),
    ...(options.model && { model: options.model }),
  });
  await cache?.save();
  return tested;
}

async function counterFor(tokens: TestOptions["tokens"]): Promise<TokenCounter> {
  return tokens === "exact" ? loadExactCounter() : { name: "estimate", count: estimateTokens };
}

/** Marks failures that are in the baseline as known, and removes the traces of tests that passed. */
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

function reportOf(run: TestRun, { skills, unread }: TestScope, started: number): Report<never, "test"> {
  const subjects = skills.map(({ label }) => ({
    kind: "skill" as const,
    path: label,
    verdicts: {},
    findings: [],
    partial: [],
  }));
  const report = timedReport({
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

export interface TestOptions extends Scope, ScopeFilter, SystemChoice {
  /** Only tests whose name contains this text, ignoring case. */
  readonly filter?: string;
  readonly tokens?: TokenCount;
  readonly limits?: SmokeLimits;
  /** Plays scenarios, in place of their steps, and the cases of evals. */
  readonly model?: ModelOptions;
  /** Writes the traces of scenarios next to them, if they differ. */
  readonly update?: boolean;
  /** Path of an earlier JSON report; its failures do not count. */
  readonly baseline?: string;
  /** Runs scripts for real, instead of using the results recorded in scenarios. */
  readonly scripts?: ScriptRunner;
  /** Number of skills and scenarios to run in parallel; does not change the results. */
  readonly jobs?: number;
  /** Includes the traces of tests that passed. */
  readonly traces?: boolean;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Writes the sessions of scenarios and evals to this file, as spans of OpenTelemetry in OTLP JSON. */
  readonly otel?: string;
  /** Use the results of earlier runs for smoke tests of skills that have not changed. */
  readonly cache?: CacheOption;
  /** Called after each skill or file. */
  readonly onStep?: (index: number, of: number) => void;
}

export interface TestReport {
  /** Its `data` is the run. Its outcome is 2 if something could not be measured, 1 if a test failed, otherwise 0. */
  readonly report: Report<TestData, "test">;
  readonly run: TestRun;
  /** Whether the requested recording was written; false if the model failed. */
  readonly recorded?: boolean;
  /** Absent if all skills in scope were tested. Also in the report's data, as `scope`. */
  readonly scopeSummary?: ScopeSummary;
}

/**
 * The names of the tests that failed in an earlier report. Throws a SkillsError if the file is not a report of
 * `skills test`.
 */
function failuresIn(written: string, cwd: string): ReadonlySet<string> {
  const { absolute, label } = lookUpFile(written, cwd);
  const tests = testsOf(parse(decodeUtf8(readFile(absolute, label)) ?? ""));
  if (!tests)
    throw new SkillsError("bad-usage", `${quote(label)} is not a test report`, {
      hint: "run `skills test --format json > baseline.json` to make one",
    });
  return new Set(
    tests.flatMap((test) =>
      isObject(test) && test["outcome"] === "fail" && typeof test["name"] === "string" ? [test["name"]] : [],
    ),
  );
}

function testsOf(report: unknown): readonly unknown[] | undefined {
  const data = isObject(report) && report["command"] === "test" ? report["data"] : undefined;
  const tests = isObject(data) ? data["tests"] : undefined;
  return Array.isArray(tests) ? tests : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
