import type { Range } from "../core/place.ts";
import type { RuleMeta } from "./rule.ts";

/** A comment in a skill that silences findings of its own file. Its places are worked out, so that it outlives the text. */
export interface SuppressionComment {
  readonly file: string;
  readonly range: Range;
  readonly rules: readonly SuppressedRule[];
  /** On one line; empty where the author gave none, so that nothing is silenced. */
  readonly reason: string;
  /** The line behind the comment, or all lines of the code block that begins there; absent where the whole file is meant. */
  readonly lines?: { readonly first: number; readonly last: number };
}

export interface SuppressedRule {
  /** As written: there may be no such rule. */
  readonly id: string;
  readonly range: Range;
}

/** One of these stands in every comment that begins with nearly the word of a suppression, in small letters or capitals. */
export const misspeltWords: readonly string[] = [
  "skill-disable",
  "skill_disable",
  "skills-disable",
  "skills_disable",
  "skillwright-disable",
];

/** A comment that begins with nearly the word of a suppression. */
export interface MisspeltSuppression {
  readonly file: string;
  /** Of the word. */
  readonly range: Range;
  readonly written: string;
}

/** Findings that a config file silences. */
export interface ConfigSuppression {
  readonly rule: string;
  /** As `compilePathPattern` takes them, from the directory in the list. */
  readonly paths: readonly string[];
  readonly reason: string;
  /** The last day on which it holds, "2027-01-31". */
  readonly expires?: string;
  /** Where it stands in the config file. */
  readonly range?: Range;
}

export interface SuppressionList {
  /** What to call the config file. */
  readonly path: string;
  /** Absolute: where the patterns begin. */
  readonly directory: string;
  readonly entries: readonly ConfigSuppression[];
}

/** What became of the suppressions in one skill, or in one config file. */
export interface SuppressionUse {
  readonly comments: readonly SuppressionComment[];
  readonly misspelt: readonly MisspeltSuppression[];
  readonly entries: readonly ConfigSuppression[];
  /** Those that silenced something. */
  readonly used: ReadonlySet<SuppressedRule | ConfigSuppression>;
  /** Every rule that there is, by its id. */
  readonly rules: ReadonlyMap<string, Pick<RuleMeta, "danger">>;
  /** Whether a rule has said all it had to say of a file, or of all files: what silenced none of its findings is stale. */
  isJudged(rule: string, file?: string): boolean;
  /** As `expires`. */
  readonly today: string;
}

/** It holds all of its last day, which begins and ends as UTC has it. */
export function hasExpired({ expires }: ConfigSuppression, today: string): boolean {
  return expires !== undefined && expires < today;
}
