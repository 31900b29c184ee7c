import type { SystemId } from "../agent.ts";
import type { Selection, SessionTotals } from "../metrics.ts";
import type { ExpectationResult } from "../scenario.ts";
import type { CheckResult } from "../smoke.ts";
import type { TraceEvent } from "../trace.ts";
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
  /** Present if a model of the user played the test. */
  readonly model?: ModelSessions;
  /** For each order of events that was not met, rows of what was to happen beside what did. */
  readonly orders?: readonly (readonly (readonly [expected: string, happened: string])[])[];
  /** Indexes of the events in the trace that the failure is about. */
  readonly events?: readonly number[];
  /** The trace, if the test did not pass; of several sessions, that of the first that did not. */
  readonly trace?: readonly TraceEvent[];
}

/** The sessions of a model for one test. */
export interface ModelSessions {
  readonly sessions: number;
  /** Number of sessions that met every expectation that could be measured. */
  readonly passed: number;
  /** Empty if the model failed. */
  readonly expectations: readonly RatedExpectation[];
  /** The skills that the model chose for prompts that are meant for a skill or for none. */
  readonly selection?: Selection;
}

/** How often an expectation was met. */
export interface RatedExpectation {
  /** The id of the case in an eval file. */
  readonly case?: string;
  /** The line of the expectation in its file. */
  readonly line?: number;
  /** The expectation in words. */
  readonly expected: string;
  /** Whether it was met often enough. */
  readonly outcome: ExpectationResult["outcome"];
  readonly passed: number;
  readonly of: number;
  /** Why it was not met or not measured, each different reason once. */
  readonly reasons: readonly string[];
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

/** For eval files: the number of expectations that are decided, without a model or by its sessions. */
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

/** A setting of a simulated system, or a section with settings. */
export type SettingEntry =
  | {
      readonly name: string;
      readonly about: string;
      /** The type of the value, such as "a string". */
      readonly expected: string;
      /** Absent if no value has the effect of leaving out the setting; then there is an example. */
      readonly default?: unknown;
      readonly example?: unknown;
      /** The value in the project, and the file that it is from; absent if the project gives none. */
      readonly value?: unknown;
      readonly from?: string;
    }
  | { readonly name: string; readonly section: readonly SettingEntry[] };

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
  /** Absent if no model of the user plays the tests. */
  readonly model?: ModelRun;
}

export interface ModelRun {
  readonly kind: "command" | "replay";
  /** Number of sessions for each test. */
  readonly repeat: number;
  /** In percent. */
  readonly minPassRate: number;
  /** Number of sessions in all tests. */
  readonly sessions: number;
  /** How long a program took to reply, in all sessions together. It differs between runs and is compared with nothing. */
  readonly milliseconds?: number;
}

export interface TestMetrics {
  /**
   * Selection by keywords alone, for the prompts that evals mean for a skill or for none. This measures separability,
   * not how often a model would choose the skill.
   */
  readonly separability?: Selection;
  /** Selection by the user's model, or by the mock models that eval files name, over all sessions. */
  readonly selection?: Selection;
  /** What the scenarios used in each system, and the number of expectations that were met. */
  readonly sessions?: Readonly<Partial<Record<SystemId, SessionTotals>>>;
}

/** The data of its report. */
export interface TestData extends TestRun {
  readonly metrics: TestMetrics;
  /** Absent if all skills in scope were tested. */
  readonly scope?: ScopeSummary;
}
