import type { SystemId } from "../model/agent.ts";
import type { Selection, SessionTotals } from "../model/metrics.ts";
import type { CheckResult } from "../model/smoke.ts";
import type { TraceEvent } from "../model/trace.ts";
import type { ScopeSummary } from "./validate.ts";

/** The smoke test counts of a skill; `warned` is part of `passed`. */
export interface SmokeCounts {
  readonly passed: number;
  readonly failed: number;
  readonly couldNotMeasure: number;
  readonly warned: number;
}

/** One test of a run. Plain data that can be serialized as JSON. */
export interface TestResult extends CheckResult {
  /** Unique in a run and stable between runs; used to filter tests and compare with a baseline. */
  readonly name: string;
  /** "smoke" is made from the skill itself. */
  readonly kind: "smoke" | "scenario" | "eval";
  /** The skill's directory, or the file of the scenario or evals, from the working directory. */
  readonly path: string;
  /** Absent if it does not depend on the agent. */
  readonly system?: SystemId;
  /** What is tested: a smoke check, or the name of the scenario or eval. */
  readonly check: string;
  /** It failed in the baseline too and does not count. */
  readonly known?: true;
  /**
   * For a scenario or eval file: the expectations that were not met or could not be measured, or the errors
   * in the file; sentences.
   */
  readonly details?: readonly string[];
  /** The trace of a test that did not pass. */
  readonly trace?: readonly TraceEvent[];
}

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly couldNotMeasure: number;
  /** Among the passed: those with warnings. */
  readonly warned: number;
  /** Failures that are in the baseline. */
  readonly known: number;
}

/** For eval files: how many expectations can be decided without a model. */
export interface EvalCounts {
  readonly decided: number;
  readonly undecided: number;
  /**
   * The prompts that words alone separate as expected: the separability of descriptions, not a model's
   * choice.
   */
  readonly separated: number;
  readonly separable: number;
}

/** The result of the tests. */
export interface TestRun {
  readonly systems: readonly SystemId[];
  /** Failures of the self-test of the checks, which must pass a sound skill and fail unsound ones. */
  readonly controls: readonly string[];
  readonly tests: readonly TestResult[];
  readonly counts: TestCounts;
  /** Absent if there are no evals. */
  readonly evals?: EvalCounts;
}

export interface TestMetrics {
  /**
   * By words alone, for the prompts that evals mean for a skill or for none: separability, not how often a
   * model would choose.
   */
  readonly separability?: Selection;
  /** What the scenarios used in each system, and how many of their expectations were met. */
  readonly sessions?: Readonly<Partial<Record<SystemId, SessionTotals>>>;
}

/** The data of its report. */
export interface TestData extends TestRun {
  readonly metrics: TestMetrics;
  /** Absent if all skills in scope were tested. */
  readonly scope?: ScopeSummary;
}
