import type { RuleMeta } from "../model/rule.ts";
import type { CheckTarget } from "../model/target.ts";

/** The data of the report of `skills explain`. */
export interface ExplainData {
  readonly rules: readonly RulePage[];
}

/** One of a rule's cases, cut to what a page can show. */
export interface RuleExample {
  /** The case's folder, such as "double-hyphen". */
  readonly name: string;
  /** The skill's directory. */
  readonly directory: string;
  /** The file that is shown, from the skill's root, and its text; a text that goes on ends in a line that says so. */
  readonly file: string;
  readonly text: string;
  /** The other files of the skill. */
  readonly beside: readonly string[];
  /** What the rule says of it, a place and a message a line. */
  readonly says: readonly string[];
}

export interface RuleExamples {
  /** Who refuses a skill in any of the rule's cases. */
  readonly refusedBy: readonly CheckTarget[];
  readonly bad?: RuleExample;
  readonly good?: RuleExample;
}

/** All there is to know of a rule. */
export interface RulePage extends RuleExamples {
  readonly meta: RuleMeta;
}
