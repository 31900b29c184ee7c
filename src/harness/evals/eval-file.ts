import type { FilePosition } from "../../core/place.ts";
import type { Expectation, ScenarioStep } from "../../model/scenario.ts";
import type { Located } from "../../parse/format/format.ts";

/** The formats of eval files. */
export type EvalFormat =
  /** The format of the agentskills guide and of skill-creator: evals with prompts, and assertions or expectations. */
  | "evals-json"
  /** Anthropic's older evals: query and expected_behavior. */
  | "legacy"
  /** A list of query and should_trigger. */
  | "triggers"
  /** trigger_tests.yaml of microsoft/waza. */
  | "waza-triggers"
  /** eval.yaml of microsoft/waza: tasks, graders and metrics. */
  | "waza-eval"
  /** A task of microsoft/waza, in a file of its own. */
  | "waza-task"
  /** eval.yaml of mgechev/skillgrade. */
  | "skillgrade"
  /** A case of react-actions: an input, what is `expected`, and constraints. */
  | "agent-evals"
  /** A file of `skills test --routing`: prompts, each with the skill that it must reach, and those that it must not. */
  | "routing";

export interface EvalFile {
  readonly file: string;
  readonly format: EvalFormat;
  /** The skill that the file specifies. */
  readonly skill?: string;
  readonly cases: readonly EvalCase[];
  /** Patterns of further eval files, relative to the file's directory. */
  readonly includes: readonly string[];
}

export interface EvalCase {
  /** The id as written; otherwise the number of the case, from 1. */
  readonly id: string;
  /** Absent for expectations that apply to the whole file. */
  readonly prompt?: string;
  /** Set if the checks apply to every other case of the file. */
  readonly everyCase?: true;
  /** Paths of input files that must exist, as written. */
  readonly files: readonly Located<string>[];
  readonly checks: readonly EvalCheck[];
  /** The mock model that the case or its file names, which plays the case without the user's model. */
  readonly mock?: MockModel;
}

export type MockModel =
  | { readonly kind: "lexical" }
  | { readonly kind: "scripted"; readonly steps: readonly Located<ScenarioStep>[] };

/** One expectation, with its text as written. */
export type EvalCheck = { readonly text: string; readonly at: FilePosition } & Checked;

export type Checked =
  /** The prompt should or should not choose the skill. Default: the file's skill. */
  | { readonly kind: "trigger"; readonly should: boolean; readonly skill?: string }
  /** The prompt should choose no skill at all. */
  | { readonly kind: "none" }
  /** The file is read or run. */
  | { readonly kind: "file"; readonly path: string; readonly done: "read" | "run" }
  | { readonly kind: "tool"; readonly name: string }
  /**
   * The output contains all, any or none of these words. `either` means that the eval does not say whether case
   * matters.
   */
  | {
      readonly kind: "words";
      readonly words: readonly string[];
      readonly extent: "all" | "any" | "none";
      readonly letterCase: "same" | "ignored" | "either";
    }
  | { readonly kind: "pattern"; readonly pattern: string; readonly holds: boolean }
  /** The output has more than this number of characters. */
  | { readonly kind: "longer"; readonly than: number }
  | { readonly kind: "calls"; readonly most: number }
  | {
      readonly kind: "skills";
      readonly required: readonly string[];
      readonly forbidden: readonly string[];
      readonly mode: SkillsMode;
      readonly allowExtra: boolean;
    }
  /** An expectation for a model's session, as in a scenario. */
  | { readonly kind: "session"; readonly expectation: Expectation }
  /** Deciding the check needs a model. The reason follows "not measurable offline: ". */
  | { readonly kind: "open"; readonly reason: string };

export type SkillsMode = "exact_match" | "in_order" | "any_order";
