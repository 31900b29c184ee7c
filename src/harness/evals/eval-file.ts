import type { FilePosition } from "../../core/place.ts";
import type { Located } from "../../parse/format/format.ts";

/** The forms in which authors keep evals; each is read as it is. */
export type EvalFormat =
  /** Of the agentskills guide and of skill-creator: evals with prompts, and assertions or expectations. */
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
  | "skillgrade";

export interface EvalFile {
  readonly file: string;
  readonly format: EvalFormat;
  /** The skill that it says it is about. */
  readonly skill?: string;
  readonly cases: readonly EvalCase[];
  /** Files that it says belong to it, as patterns from its own directory. */
  readonly includes: readonly string[];
}

export interface EvalCase {
  /** As it is written, or its number from 1. */
  readonly id: string;
  /** Absent of what is expected of the file as a whole. */
  readonly prompt?: string;
  /** Input files that must be there, as they are written. */
  readonly files: readonly Located<string>[];
  readonly checks: readonly EvalCheck[];
}

/** One thing that is expected, with the author's words for it. */
export type EvalCheck = { readonly text: string; readonly at: FilePosition } & Checked;

export type Checked =
  /** The prompt should, or should not, make an agent choose the skill: that of the file where none is named. */
  | { readonly kind: "trigger"; readonly should: boolean; readonly skill?: string }
  /** The file is read or run. */
  | { readonly kind: "file"; readonly path: string; readonly done: "read" | "run" }
  | { readonly kind: "tool"; readonly name: string }
  /** The output holds all of these words, one of them, or none; "either" where nothing says whether case counts. */
  | {
      readonly kind: "words";
      readonly words: readonly string[];
      readonly extent: "all" | "any" | "none";
      readonly letterCase: "same" | "ignored" | "either";
    }
  | { readonly kind: "pattern"; readonly pattern: string; readonly holds: boolean }
  /** The output is longer than so many characters. */
  | { readonly kind: "longer"; readonly than: number }
  | { readonly kind: "calls"; readonly most: number }
  | {
      readonly kind: "skills";
      readonly required: readonly string[];
      readonly forbidden: readonly string[];
      readonly mode: SkillsMode;
      readonly allowExtra: boolean;
    }
  /** Nothing without a model can tell; the reason is a phrase that follows "not measurable offline: ". */
  | { readonly kind: "open"; readonly reason: string };

export type SkillsMode = "exact_match" | "in_order" | "any_order";
