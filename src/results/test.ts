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

/** A test of a run, as plain data that can be serialized as JSON. */
export interface TestResult extends CheckResult {
  /** Unique within a run and stable between runs. Used by --filter, and to compare with a baseline. */
  readonly name: string;
  /** "smoke" tests are generated from the skill itself. */
  readonly kind: "smoke" | "scenario" | "eval";
  /** The skill's directory, or the scenario or eval file, relative to the working directory. */
  readonly path: string;
  /** Absent if the test does not depend on the agent. */
  readonly system?: SystemId;
  /** What is tested: a smoke check, or the name of the scenario or eval. */
  readonly check: string;
  /** Set if the test also failed in the baseline and so does not count. */
  readonly known?: true;
  /**
   * For a scenario or eval file: sentences about expectations that were not met or could not be measured, or about
   * errors in the file.
   */
  readonly details?: readonly string[];
  /** The trace, if the test did not pass. */
  readonly trace?: readonly TraceEvent[];
}

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly couldNotMeasure: number;
  /** Number of passed tests that have warnings. */
  readonly warned: number;
  /** Number of failures that are in the baseline. */
  readonly known: number;
}

/** For eval files: the number of expectations that can be decided without a model. */
export interface EvalCounts {
  readonly decided: number;
  readonly undecided: number;
  /**
   * Number of prompts that keywords alone separate as expected. This measures the separability of descriptions, not a
   * model's choices.
   */
  readonly separated: number;
  readonly separable: number;
}

/** The result of the tests. */
export interface TestRun {
  readonly systems: readonly SystemId[];
  /**
   * Failures of the self-test of the checks, which must pass for a known-good test skill and fail for the known-bad
   * ones.
   */
  readonly controls: readonly string[];
  readonly tests: readonly TestResult[];
  readonly counts: TestCounts;
  /** Absent if there are no evals. */
  readonly evals?: EvalCounts;
}

export interface TestMetrics {
  /**
   * Selection by keywords alone, for the prompts that evals mean for a skill or for none. This measures separability,
   * not how often a model would choose the skill.
   */
  readonly separability?: Selection;
  /** What the scenarios used in each system, and the number of expectations that were met. */
  readonly sessions?: Readonly<Partial<Record<SystemId, SessionTotals>>>;
}

/** The data of its report. */
export interface TestData extends TestRun {
  readonly metrics: TestMetrics;
  /** Absent if all skills in scope were tested. */
  readonly scope?: ScopeSummary;
}
