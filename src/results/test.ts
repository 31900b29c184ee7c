import type { SystemId } from "../model/agent.ts";
import type { Selection, SessionTotals } from "../model/metrics.ts";
import type { CheckResult } from "../model/smoke.ts";
import type { TraceEvent } from "../model/trace.ts";
import type { ScopeSummary } from "./validate.ts";

/** How the smoke tests of a skill came out; `warned` are among the passed. */
export interface SmokeCounts {
  readonly passed: number;
  readonly failed: number;
  readonly couldNotMeasure: number;
  readonly warned: number;
}

/** One test of a run. Plain data: it survives JSON. */
export interface TestResult extends CheckResult {
  /** Unique in a run, and the same in the next one: by it tests are chosen and held against a baseline. */
  readonly name: string;
  /** "smoke" is made from the skill itself. */
  readonly kind: "smoke" | "scenario" | "eval";
  /** The skill's directory, or the file of the scenario or evals, from the working directory. */
  readonly path: string;
  /** Absent where it holds whatever the agent. */
  readonly system?: SystemId;
  /** What is tested: a smoke check, or what the scenario or eval calls itself. */
  readonly check: string;
  /** It failed in the baseline too, and does not count. */
  readonly known?: true;
  /** Of a scenario or a file of evals: each expectation that was not met or cannot be measured, or each mistake for which it could not be read; sentences. */
  readonly details?: readonly string[];
  /** What happened, of a test that did not pass. */
  readonly trace?: readonly TraceEvent[];
}

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly couldNotMeasure: number;
  /** Among the passed: those with warnings. */
  readonly warned: number;
  /** Failures of the baseline. */
  readonly known: number;
}

/** Of files of evals: which of their expectations anything but a model can decide. */
export interface EvalCounts {
  readonly decided: number;
  readonly undecided: number;
  /** Of the prompts that words alone tell apart, those that they tell apart as expected: the separability of descriptions, and nothing that a model does. */
  readonly separated: number;
  readonly separable: number;
}

/** What came of the tests. */
export interface TestRun {
  readonly systems: readonly SystemId[];
  /** Whether the checks tell a sound skill from unsound ones, tried in this very run; sentences about those that do not. */
  readonly controls: readonly string[];
  readonly tests: readonly TestResult[];
  readonly counts: TestCounts;
  /** Absent where there are no evals. */
  readonly evals?: EvalCounts;
}

export interface TestMetrics {
  /** By words alone, of the prompts that evals mean for a skill or for none: separability, and no rate at which a model would choose. */
  readonly separability?: Selection;
  /** What the scenarios took in each system, and how many of their constraints held. */
  readonly sessions?: Readonly<Partial<Record<SystemId, SessionTotals>>>;
}

/** The data of its report. */
export interface TestData extends TestRun {
  readonly metrics: TestMetrics;
  /** Absent where all skills in scope were tested. */
  readonly scope?: ScopeSummary;
}
