import type { ApprovalMode, Budget, Settings, SystemId } from "./agent.ts";
import type { PlacedExpectation } from "./expectation.ts";
import type { ToolArguments } from "./model.ts";

export type { PlacedExpectation, Verdict } from "./expectation.ts";

/** What the model of a scenario does in one turn, told apart by its first key, as the file has it. */
export type ScenarioStep =
  | { readonly activate: string }
  /** A file, from the root of `skill`; of the skill activated last where none is named. */
  | { readonly read: string; readonly skill?: string }
  | { readonly run: string; readonly skill?: string; readonly args?: readonly string[] }
  /** A tool by its own name, with arguments as they are, right or wrong. */
  | { readonly call: string; readonly arguments?: ToolArguments }
  /** These words and no more, which in a system of actions is no action. */
  | { readonly say: string }
  /** An action of a system of actions, as it is. */
  | { readonly action: Readonly<Record<string, unknown>> }
  /** The final answer, in the words of the system. */
  | { readonly finish: string };

/** What a script is taken to have answered. */
export interface ScenarioScript {
  readonly skill: string;
  /** From the skill's root. */
  readonly file: string;
  /** Absent where the answer holds for any. */
  readonly args?: readonly string[];
  readonly exitCode?: number;
  readonly stdout?: string;
  readonly stderr?: string;
}

export interface ScenarioTool {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** The skill whose group it belongs to. */
  readonly group?: string;
  /** Absent: it answers with nothing. */
  readonly answer?: string;
}

export interface ScenarioPolicy {
  readonly configured?: readonly string[];
  readonly allowed?: readonly string[];
  readonly approval: ApprovalMode;
  /** What the person says, one question after another, and no to all that come later; only where `approval` is "interactive". */
  readonly approvals: readonly boolean[];
}

/** Where the skills of a scenario come from; paths are from the directory of its file. */
export interface ScenarioPlaces {
  /** Looked into as the system would, in place of the current project. */
  readonly project?: string;
  readonly home?: string;
  /** Directories of skills, put into the first root of the system. */
  readonly skills?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** A test of what an agent of one or more systems does with skills, its model's part written down. */
export interface Scenario {
  /** What it shows; the file's name where it does not say. */
  readonly name: string;
  readonly file: string;
  readonly systems: readonly SystemId[];
  /** What the person says, one after another; at least one. */
  readonly prompts: readonly string[];
  /** Absent where another model is to take the part. */
  readonly steps?: readonly ScenarioStep[];
  readonly scripts: readonly ScenarioScript[];
  readonly tools: readonly ScenarioTool[];
  readonly policy: ScenarioPolicy;
  readonly settings: Settings;
  readonly budget: Partial<Budget>;
  readonly places: ScenarioPlaces;
  readonly expectations: readonly PlacedExpectation[];
}

/** Which skill a prompt was meant for and which it led to; absent where it is none. */
export interface Choice {
  readonly expected?: string;
  readonly chosen?: string;
}

/** "could-not-measure" is exit 2, and comes before "fail", which is exit 1. */
export type ScenarioOutcome = "pass" | "fail" | "could-not-measure";
