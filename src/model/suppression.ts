import type { Range } from "../core/place.ts";
import type { RuleMeta } from "./rule.ts";

/**
 * A comment in a skill that suppresses findings in its file. Its positions are resolved, so that the text can be
 * released.
 */
export interface SuppressionComment {
  readonly file: string;
  readonly range: Range;
  readonly rules: readonly SuppressedRule[];
  /** On one line. Empty if no reason was given; then nothing is suppressed. */
  readonly reason: string;
  /** The line after the comment, or all lines of the code block that begins there; absent for the whole file. */
  readonly lines?: { readonly first: number; readonly last: number };
}

export interface SuppressedRule {
  /** As written; there may be no rule with this id. */
  readonly id: string;
  readonly range: Range;
}

/** Every comment that starts with a misspelled suppression contains one of these, in any case. */
export const misspelledWords: readonly string[] = [
  "skill-disable",
  "skill_disable",
  "skills-disable",
  "skills_disable",
  "skillwright-disable",
];

/** A comment that starts with a misspelled suppression. */
export interface MisspelledSuppression {
  readonly file: string;
  /** The range of the misspelled word. */
  readonly range: Range;
  readonly written: string;
}

/** A suppression in a config file. */
export interface ConfigSuppression {
  readonly rule: string;
  /** Patterns for `compilePathPattern`, relative to the directory in the list. */
  readonly paths: readonly string[];
  readonly reason: string;
  /** The last day on which the suppression applies, such as "2027-01-31". */
  readonly expires?: string;
  /** Position in the config file. */
  readonly range?: Range;
}

export interface SuppressionList {
  /** The config file as shown to the user. */
  readonly path: string;
  /** Absolute path of the directory to which the patterns are relative. */
  readonly directory: string;
  readonly entries: readonly ConfigSuppression[];
}

/** How the suppressions in one skill, or in one config file, were used. */
export interface SuppressionUse {
  readonly comments: readonly SuppressionComment[];
  readonly misspelled: readonly MisspelledSuppression[];
  readonly entries: readonly ConfigSuppression[];
  /** Suppressions that were used. */
  readonly used: ReadonlySet<SuppressedRule | ConfigSuppression>;
  /** All rules, by id. */
  readonly rules: ReadonlyMap<string, Pick<RuleMeta, "danger">>;
  /**
   * Whether a rule has reported everything about a file, or about all files. Only then is a suppression without
   * findings unused.
   */
  isJudged(rule: string, file?: string): boolean;
  /** Today's date, in the same format as `expires`. */
  readonly today: string;
}

/** Whether a suppression has expired. It still applies on its last day, in UTC. */
export function hasExpired({ expires }: ConfigSuppression, today: string): boolean {
  return expires !== undefined && expires < today;
}
