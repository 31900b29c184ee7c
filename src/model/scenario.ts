import type { FilePosition } from "../core/place.ts";
import type { ApprovalMode, Budget, SessionResult, Settings, SystemId, ToolArguments } from "./agent.ts";
import type { Tier, TraceKind } from "./trace.ts";

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

export type PlacedExpectation = Expectation & { readonly at: FilePosition };

/** A list held against what happened: no more and no less, at least these, or none of these. */
export const extents = ["exactly", "includes", "never"] as const;

type Extent = (typeof extents)[number];

/** One thing that must be so once the session has ended. */
export type Expectation =
  /** These happened in this order, whatever stood between. */
  | { readonly kind: "order"; readonly events: readonly EventPattern[] }
  | {
      readonly kind: "set";
      readonly of: ExpectedSet;
      readonly extent: Extent;
      readonly values: readonly string[];
    }
  | { readonly kind: "text"; readonly of: ExpectedText; readonly how: TextTest; readonly value: string }
  | { readonly kind: "most"; readonly of: Measure; readonly limit: number }
  /** No skill was activated, no file read and no script run but these. */
  | { readonly kind: "only"; readonly events: readonly EventPattern[] }
  | { readonly kind: "stop"; readonly value: SessionResult["stop"] };

export const stops = [
  "answered",
  "turns",
  "tool-calls",
  "script-runs",
  "model-failed",
  "nothing-to-do",
] as const satisfies readonly SessionResult["stop"][];

export const expectedSets = {
  activated: "the skills activated",
  read: "the files read, except SKILL.md",
  run: "the scripts requested",
  called: "the tools called successfully",
  offered: "the tools offered in the last request",
  announced: "the skills announced to the model",
  hidden: "the skills hidden from the model",
  shadowed: "the shadowed skills",
  skipped: "the skipped skills",
} as const;

/** A file or a script is "file" or "skill/file"; a shadowed or skipped skill its path or the end of it. */
export type ExpectedSet = keyof typeof expectedSets;

export const expectedTexts = {
  prompt: "the first request to the model, including its tools",
  conversation: "the messages of the last request",
  answer: "the final answer",
  person: "what the user saw instead of a tool's answer",
  refusals: "the refusals",
  problems: "the problems found in the catalog",
} as const;

export type ExpectedText = keyof typeof expectedTexts;

export const textTests = ["contains", "matches", "lacks"] as const;

type TextTest = (typeof textTests)[number];

/** What is counted: what the session read or put into the conversation, of one tier or of all of them, or how often something was done. */
export type Measure =
  | { readonly unit: "tokens" | "bytes"; readonly tier?: Tier }
  | { readonly unit: "turns" | "calls" | "refusals" };

/** An event of the trace of which all that is given is so; one without a kind is any that was no refusal and no approval. */
export interface EventPattern {
  readonly kind?: TraceKind;
  readonly skill?: string;
  /** From the root of the skill, or with its name in front. */
  readonly file?: string;
  readonly tool?: string;
  /** Stands in its text. */
  readonly text?: string;
}

/** How one expectation came out. */
export interface ExpectationResult {
  readonly outcome: "pass" | "fail" | "not-measurable";
  /** What was expected, in words. */
  readonly expected: string;
  /** Of an expectation of a scenario. */
  readonly kind?: Expectation["kind"];
  /** Where it failed: what is so instead. Where it could not be measured: why. */
  readonly reason?: string;
  readonly at?: FilePosition;
}
