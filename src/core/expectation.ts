import type { SessionResult } from "./agent.ts";
import type { Tier, TraceKind } from "./trace.ts";

/** Where in its file something is written, from 1. */
export interface FilePosition {
  readonly line: number;
  readonly column: number;
}

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
  read: "the files read, SKILL.md aside",
  run: "the scripts asked for",
  called: "the tools that did what they were called for",
  offered: "the tools offered when the model was asked last",
  announced: "the skills announced to the model",
  hidden: "the skills kept from the model",
  shadowed: "the skills in the shadow of another",
  skipped: "the skills left out",
} as const;
/** A file or a script is "file" or "skill/file"; a shadowed or skipped skill its path or the end of it. */
export type ExpectedSet = keyof typeof expectedSets;

export const expectedTexts = {
  prompt: "what the model was given at first, its tools included",
  conversation: "what the model had been given in the end",
  answer: "the final answer",
  person: "what the person was shown in place of a tool's answer",
  refusals: "the refusals",
  problems: "the problems of the catalogue",
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
export interface Verdict {
  readonly outcome: "pass" | "fail" | "not-measurable";
  /** What was expected, in words. */
  readonly expected: string;
  /** Of an expectation of a scenario. */
  readonly kind?: Expectation["kind"];
  /** Where it failed: what is so instead. Where it could not be measured: why. */
  readonly reason?: string;
  readonly at?: FilePosition;
}
