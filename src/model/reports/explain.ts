import type { RuleMeta } from "../rule.ts";
import type { Target } from "../target.ts";

/** The data of the report of `skills explain`. */
export interface ExplainData {
  readonly rules: readonly RulePage[];
}

/** An example from a rule's test cases, shortened for display. */
export interface RuleExample {
  /** Directory of the case, such as "double-hyphen". */
  readonly name: string;
  /** The skill's directory. */
  readonly directory: string;
  /**
   * The file that is shown, relative to the skill's root, and its text. Where the text was shortened, a line says so.
   */
  readonly file: string;
  readonly text: string;
  /** The other files of the skill. */
  readonly beside: readonly string[];
  /** The findings of the rule, one per line, with position and message. */
  readonly says: readonly string[];
}

export interface RuleExamples {
  /** Targets that refuse the skill in at least one of the rule's cases. */
  readonly refusedBy: readonly Target[];
  /** The simplest case, or, for the page of a finding, the case with the message that is most like its own. */
  readonly bad?: RuleExample;
  /** A case for each other reason. */
  readonly others?: readonly RuleExample[];
  readonly good?: RuleExample;
}

/** Everything `skills explain` shows for a rule. */
export interface RulePage extends RuleExamples {
  readonly meta: RuleMeta;
}
