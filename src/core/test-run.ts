import type { SystemId } from "./agent.ts";
import type { ScenarioOutcome } from "./scenario.ts";
import type { TraceEvent } from "./trace.ts";

/** What `skills test` finds out by itself of every skill, in the order in which it is told. */
export const smokeChecks = {
  budget: "what the skill costs at each tier is within its limits",
  modes: "an installer that drops the executable bits breaks no command",
  announced: "the agent announces the skill, or hides it as its fields ask",
  activated: "its instructions are loaded when it is called by its name",
  body: "what reaches the model is what the file holds",
  references: "each file that the instructions name is there by the path they give",
  again: "asking a second time does what the agent documents",
  escapes: "paths and links that lead out of the skill are refused",
  reads: "nothing was read but its head, its instructions once, and the files asked for",
  nested: "no second SKILL.md inside the skill is a skill to one agent and a file to another",
} as const;
export type SmokeCheck = keyof typeof smokeChecks;

/** What one check came to. */
export interface CheckResult {
  readonly outcome: ScenarioOutcome;
  /** One sentence, fit for a terminal. */
  readonly message: string;
  /** What is odd and fails nothing; sentences. */
  readonly warnings: readonly string[];
}

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

/** What `data` of the report holds, but for its `metrics`. */
export interface TestRun {
  readonly systems: readonly SystemId[];
  /** Whether the checks tell a sound skill from unsound ones, tried in this very run; sentences about those that do not. */
  readonly controls: readonly string[];
  readonly tests: readonly TestResult[];
  readonly counts: TestCounts;
  /** Absent where there are no evals. */
  readonly evals?: EvalCounts;
}
