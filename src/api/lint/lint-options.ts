import type { BaselineOption, BaselineResult } from "../../lint/baseline.ts";
import type { FixLevel } from "../../lint/fix.ts";
import type { RuleSettings } from "../../lint/rule-settings.ts";
import type { FileChange } from "../../model/file-change.ts";
import type { Report } from "../../model/report.ts";
import type { SuppressionList } from "../../model/suppression.ts";
import type { TokenCount } from "../../model/token-counter.ts";
import type { UnappliedSkillFix, LintData, RuleTiming, SkillFix, UnparsedFile } from "../../results/lint.ts";
import type { ValidateOptions, ValidateResult } from "../validate.ts";

export type { FixLevel };

export interface LintOptions extends ValidateOptions {
  /** Which fixes to apply; none where it is not given. */
  readonly fix?: FixLevel | "none";
  /** Apply the fixes of these rules alone. */
  readonly fixRules?: readonly string[];
  /** Find out what the fixes would change, and write nothing. */
  readonly dryRun?: boolean;
  /** By rule id. What a chosen target refuses, and what is a danger, stays an error unless it is "off"; the verdicts stand in any case. */
  readonly rules?: RuleSettings;
  /** Run the rules of category "security" that are off where nobody asks for them. */
  readonly security?: boolean;
  readonly tokens?: TokenCount;
  /** Parse YAML and JavaScript too, and Python and shell scripts by the python3, bash and sh that are installed. */
  readonly syntax?: boolean;
  /** Tell in the report's data how long each rule took. */
  readonly timing?: boolean;
  /** Whether comments in the skills may silence findings; they may where nothing is said. */
  readonly inline?: boolean;
  /** What config files silence. */
  readonly suppressions?: readonly SuppressionList[];
  /** Not all skills that the config and the baseline speak of are looked at: nothing is said to be gone that may be in another. */
  readonly partOnly?: boolean;
  readonly baseline?: BaselineOption;
}

export interface LintResult extends ValidateResult {
  /** The skills as the fixes leave them. Its `data` holds `fixed`, `left`, `unparsed`, `timings` and `baseline`, as far as they were asked for. */
  readonly report: Report<LintData>;
  readonly fixed: readonly SkillFix[];
  readonly left: readonly UnappliedSkillFix[];
  /** The files that were changed, or would be. */
  readonly changes: readonly FileChange[];
  /** The files that `syntax` asked to be parsed and nobody could, by the report's path of the skill and the file's from there. */
  readonly unparsed: readonly UnparsedFile[];
  /** Empty where `timing` was not asked for. */
  readonly timings: readonly RuleTiming[];
  /** Absent where no baseline was asked for. */
  readonly baseline?: BaselineResult;
}
