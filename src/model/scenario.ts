import type { FileProblem } from "../core/file-problem.ts";
import type { FilePosition } from "../core/place.ts";
import type {
  ApprovalMode,
  Budget,
  PermissionDecision,
  SessionResult,
  Settings,
  SystemId,
  ToolArguments,
} from "./agent.ts";
import type { Tier, TraceKind } from "./trace.ts";

/** A step of a scenario. Its first key determines the kind, as in the file. */
export type ScenarioStep =
  | ScenarioCall
  /** Several calls in one reply. */
  | { readonly calls: readonly ScenarioCall[] }
  /** Only text, which is not an action in a system with structured actions. */
  | { readonly say: string }
  /** An action of a system with structured actions, which is not checked. */
  | { readonly action: Readonly<Record<string, unknown>> }
  /** The final answer, in the form the system uses. */
  | { readonly finish: string }
  | ChangeStep;

/** A step in which the model does one thing with a skill or a tool. */
export type ScenarioCall =
  | { readonly activate: string }
  /** A file, relative to the root of `skill`. Default: the skill that was activated last. */
  | { readonly read: string; readonly skill?: string }
  | { readonly run: string; readonly skill?: string; readonly args?: readonly string[] }
  /** A tool by name, with arguments that are not checked. */
  | { readonly call: string; readonly arguments?: ToolArguments };

/**
 * The user or a program changes files after the model's last step; not a step of the model. Paths are relative to the
 * root of `skill`; default: to the project. "~/" is the home directory.
 */
export type ChangeStep =
  /** New content, by path. */
  | { readonly change: Readonly<Record<string, string>>; readonly skill?: string }
  /** Files and directories. */
  | { readonly remove: readonly string[]; readonly skill?: string };

/** Whether a step changes files, and is not one of the model. */
export function isChange(step: ScenarioStep): step is ChangeStep {
  return "change" in step || "remove" in step;
}

/** A recorded result of a script. */
export interface ScenarioScript {
  readonly skill: string;
  /** Relative to the skill's root. */
  readonly file: string;
  /** Absent if the result applies to any arguments. */
  readonly args?: readonly string[];
  readonly exitCode?: number;
  /** How long the script takes; over the agent's limit, it times out. */
  readonly seconds?: number;
  readonly stdout?: string;
  readonly stderr?: string;
  /** The texts of the files that the script writes in the project, by path. */
  readonly writes?: Readonly<Record<string, string>>;
}

export interface ScenarioTool {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** The skill whose tool group contains this tool. */
  readonly group?: string;
  /** Offered from the first request, even where other tools join later. */
  readonly always?: true;
  /** The answer to every call, or to every other call if there are `answers`; if absent, an empty string. */
  readonly answer?: string;
  /** Answers by arguments; the first that fits is given. Without `answer`, a call that fits none fails. */
  readonly answers?: readonly ToolAnswer[];
  /** Seconds until the answer; over the limit, the call fails. No time passes. */
  readonly delay?: number;
}

/** What a tool answers to a call with these arguments, among others; its failure if there is an error. */
export type ToolAnswer = WrittenAnswer & { readonly at: FilePosition };

export type WrittenAnswer = {
  readonly when?: Readonly<Record<string, unknown>>;
  readonly delay?: number;
} & ({ readonly answer: string } | { readonly error: string });

export interface PermissionRule {
  readonly tool: string;
  /** Arguments that the call has, perhaps among others. */
  readonly when?: Readonly<Record<string, unknown>>;
  readonly decision: PermissionDecision;
}

export interface ScenarioPolicy {
  readonly configured?: readonly string[];
  readonly allowed?: readonly string[];
  /** Rules of a permission manager; the first that fits a call decides, before the agent's own. */
  readonly rules: readonly PermissionRule[];
  readonly approval: ApprovalMode;
  /** The user's answers, in order; after the last one, the answer is no. Only if `approval` is "interactive". */
  readonly approvals: readonly boolean[];
}

/** The locations of a scenario's skills; paths are relative to the directory of the scenario file. */
export interface ScenarioPlaces {
  /** The directory that the system uses as its project instead of the current one. */
  readonly project?: string;
  /** The texts of the project's files, by path, instead of a directory. */
  readonly files?: Readonly<Record<string, string>>;
  readonly home?: string;
  /** Skill directories to copy into the first directory that the system searches for skills. */
  readonly skills?: readonly string[];
  /** The texts of the files of such skills, by path from the name of the directory. */
  readonly skillFiles?: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
}

/** A test of what agents do with skills, in which the model's steps are predefined. */
export interface Scenario {
  /** Default: the name of the file. */
  readonly name: string;
  readonly file: string;
  readonly systems: readonly SystemId[];
  /** Whether the file lists its systems; otherwise, it is meant for any system. */
  readonly namesSystems: boolean;
  /** The user's prompts, in order; at least one. */
  readonly prompts: readonly string[];
  /** Absent if another model is used. */
  readonly steps?: readonly ScenarioStep[];
  readonly scripts: readonly ScenarioScript[];
  readonly tools: readonly ScenarioTool[];
  readonly policy: ScenarioPolicy;
  readonly settingsBySystem: Readonly<Record<SystemId, Settings>>;
  readonly budget: Partial<Budget>;
  /** Seconds that a tool of the host may take; absent for the default. */
  readonly longestDelay?: number;
  readonly places: ScenarioPlaces;
  readonly expectations: readonly PlacedExpectation[];
  readonly positions: ScenarioPositions;
  /** The names in the settings, by system. */
  readonly settingNames: Readonly<Partial<Record<SystemId, readonly SettingName[]>>>;
  /** For each system that cannot take the settings, what is wrong with them. */
  readonly settingsProblems: Readonly<Partial<Record<SystemId, readonly FileProblem[]>>>;
}

/** What a name in a setting, a policy, a scenario or an eval can mean. */
export type NameKind = "skill" | "file" | "tool" | "command" | "directory" | "variable";

/** A name in a setting, and where it is. */
export interface SettingName {
  readonly kind: NameKind;
  readonly name: string;
  /** The setting, such as "execution.allowed_tools". */
  readonly setting: string;
  readonly at: FilePosition;
}

/** Where the parts of a scenario are in its file. Lists are as long as those of the scenario. */
export interface ScenarioPositions {
  readonly prompts: readonly FilePosition[];
  readonly project?: FilePosition;
  readonly home?: FilePosition;
  /** By the path of the setting, such as "agio.prompts.system"; without the system where all have the same. */
  readonly settings: Readonly<Record<string, FilePosition>>;
  readonly skills: readonly FilePosition[];
  readonly steps: readonly FilePosition[];
  readonly scripts: readonly FilePosition[];
  readonly tools: readonly FilePosition[];
  readonly policy: {
    /** Of the configured tools, followed by the allowed ones. */
    readonly tools: readonly FilePosition[];
    readonly rules: readonly FilePosition[];
    readonly approvals: readonly FilePosition[];
  };
  /** Of the environment variables, in their order. */
  readonly environment: readonly FilePosition[];
}

/** The skill that a prompt was meant for and the skill that was chosen; absent for no skill. */
export interface Choice {
  readonly expected?: string;
  readonly chosen?: string;
}

/** "could-not-measure" results in exit code 2 and takes precedence over "fail", exit code 1. */
export type ScenarioOutcome = "pass" | "fail" | "could-not-measure";

export type PlacedExpectation = Expectation & {
  readonly at: FilePosition;
  /** The positions of the values of a set, or of the events of an order. */
  readonly valuesAt?: readonly FilePosition[];
};

/** How a list is compared: exactly these items, at least these, or none of these. */
export const extents = ["exactly", "includes", "never"] as const;

export type Extent = (typeof extents)[number];

/** A condition on the finished session. */
export type Expectation =
  /** These events happened in this order, possibly with others between them. */
  | { readonly kind: "order"; readonly events: readonly EventPattern[] }
  | {
      readonly kind: "set";
      readonly of: ExpectedSet;
      readonly extent: Extent;
      readonly values: readonly string[];
    }
  | { readonly kind: "text"; readonly of: ExpectedText; readonly how: TextTest; readonly value: string }
  | { readonly kind: "most"; readonly of: Measure; readonly limit: number }
  /** No other skill was activated and no other file read or script run. */
  | { readonly kind: "only"; readonly events: readonly EventPattern[] }
  | { readonly kind: "stop"; readonly value: SessionResult["stop"] }
  | RoundExpectation;

/** What the model receives in one request, counted from 1. */
export interface RoundExpectation {
  readonly kind: "round";
  readonly round: number;
  /** About the tools offered or the text of that request. */
  readonly expectation: Extract<Expectation, { readonly kind: "set" | "text" }>;
}

export const stops = [
  "answered",
  "turns",
  "tool-calls",
  "script-runs",
  "model-failed",
  "nothing-to-do",
  "needs-approval",
] as const satisfies readonly SessionResult["stop"][];

export const expectedSets = {
  activated: "the skills activated",
  read: "the files read, except SKILL.md",
  run: "the scripts requested",
  written: "the files written",
  called: "the tools called successfully",
  offered: "the tools offered in the last request",
  announced: "the skills announced to the model",
  hidden: "the skills hidden from the model",
  shadowed: "the shadowed skills",
  skipped: "the skipped skills",
} as const;

/**
 * A file or script is written as "file" or "skill/file"; a shadowed or skipped skill as its path or the end of its
 * path.
 */
export type ExpectedSet = keyof typeof expectedSets;

export const expectedTexts = {
  prompt: "the first request to the model, including its tools",
  conversation: "the messages of the last request",
  answer: "the final answer",
  person: "what the user saw instead of a tool's answer",
  refusals: "the refusals",
  problems: "the problems found in the catalog",
  writes: "the beginnings of the texts written",
} as const;

export type ExpectedText = keyof typeof expectedTexts;

export const textTests = ["contains", "matches", "lacks"] as const;

export type TextTest = (typeof textTests)[number];

/**
 * What is measured: the size of what the session read or added to the conversation, in one tier or in total, or a
 * number of actions.
 */
export type Measure =
  | { readonly unit: "tokens" | "bytes"; readonly tier?: Tier }
  | { readonly unit: "turns" | "calls" | "refusals" };

/**
 * Matches an event that has all the given values; without a kind, any call of a tool that is not a refusal or an
 * approval.
 */
export interface EventPattern {
  readonly kind?: TraceKind;
  readonly skill?: string;
  /** Relative to the skill's root, optionally after the skill's name. */
  readonly file?: string;
  readonly tool?: string;
  /** Text that the event's text must contain. */
  readonly text?: string;
}

/** The result of one expectation. */
export interface ExpectationResult {
  readonly outcome: "pass" | "fail" | "not-measurable";
  /** The expectation in words. */
  readonly expected: string;
  /** Present if the expectation is from a scenario. */
  readonly kind?: Expectation["kind"];
  /** Why it failed or could not be measured. */
  readonly reason?: string;
  readonly at?: FilePosition;
}
