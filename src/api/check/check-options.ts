import type { SkillCheck } from "../../results/check.ts";
import type { CheckTarget } from "../../model/target.ts";
import type { LintOptions, LintResult } from "../lint/lint-options.ts";

export interface CheckOptions extends Omit<LintOptions, "targets"> {
  /** The targets whose refusal is an error: validators, uploaders and systems of agents; "spec" alone where none is given. All are asked in any case. */
  readonly targets?: readonly CheckTarget[];
  /** Called before each skill is tried. */
  readonly onSkill?: (index: number, of: number) => void;
}

export interface CheckResult extends LintResult {
  /** One for each skill that was tried, in the order of the report; its `data` holds them too, as `skills`. */
  readonly checked: readonly SkillCheck[];
  /** Why what the smoke tests say means nothing, sentences; then no system was asked, and the outcome is 2. */
  readonly controls: readonly string[];
}
