import type { BaselineOption, BaselineResult } from "../../lint/baseline.ts";
import type { FixLevel } from "../../lint/fix.ts";
import type { RuleSettings } from "../../lint/rule-settings.ts";
import type { FixPreview } from "../../model/chosen-fix.ts";
import type { OwnRule } from "../../model/own-rule.ts";
import type { FileChange } from "../../model/file-change.ts";
import type { Report } from "../../model/report.ts";
import type { SuppressionList } from "../../model/suppression.ts";
import type { TokenCount } from "../../model/token-counter.ts";
import type {
  UnappliedSkillFix,
  LintData,
  RuleTiming,
  SkillFix,
  UnparsedFile,
} from "../../model/reports/lint.ts";
import type { ValidateOptions, ValidateResult } from "../validate.ts";

export type { FixLevel };

export interface LintOptions extends ValidateOptions {
  /** Which fixes to apply; none by default. */
  readonly fix?: FixLevel | "none";
  /** Apply only the fixes of these rules. */
  readonly fixRules?: readonly string[];
  /** Decides about each fix, before anything is written; without it, all are applied. */
  readonly acceptFix?: (preview: FixPreview) => boolean;
  /** Determine what the fixes would change, and write nothing. */
  readonly dryRun?: boolean;
  /**
   * By rule id. Refusals of chosen targets, and dangers, remain errors unless they are "off"; verdicts never change.
   */
  readonly rules?: RuleSettings;
  /** Rules of one's own, as `readConfig` reads them. Their severities are among `rules`; by default "warning". */
  readonly ownRules?: readonly OwnRule[];
  /** Run the rules of category "security" that are off by default. */
  readonly security?: boolean;
  readonly tokens?: TokenCount;
  /** Also parse YAML and JavaScript, and, with the installed python3, bash and sh, Python and shell scripts. */
  readonly syntax?: boolean;
  /** Include in the report's data how long each rule took. */
  readonly timing?: boolean;
  /** Whether comments in the skills can suppress findings; true by default. */
  readonly inline?: boolean;
  /** The suppressions in config files. */
  readonly suppressions?: readonly SuppressionList[];
  /**
   * Only some of the skills that the config and the baseline cover are checked. Unused suppressions and baseline
   * entries are not reported, as the other skills may need them.
   */
  readonly partOnly?: boolean;
  readonly baseline?: BaselineOption;
  /**
   * Ends the run before the next skill; the promise is then rejected with the signal's reason, and nothing is written.
   */
  readonly signal?: AbortSignal;
  /** Called before each skill. With it or a signal, a run lets other work of the program go on between two skills. */
  readonly onProgress?: (progress: LintProgress) => void;
}

/** How far a run is. */
export interface LintProgress {
  /** The path of the next skill. */
  readonly path: string;
  /** Number of skills before it. */
  readonly done: number;
  /** Number of all skills. */
  readonly of: number;
}

/** What `lint` and `check` have in common. */
export interface Linted extends Omit<ValidateResult, "report"> {
  /**
   * The skills after the fixes. Its `data` contains `fixed`, `left`, `unparsed`, `timings` and `baseline`, if they were
   * requested.
   */
  readonly report: Report<LintData>;
  readonly fixed: readonly SkillFix[];
  readonly left: readonly UnappliedSkillFix[];
  /** The files that were changed, or would be changed. */
  readonly changes: readonly FileChange[];
  /** The files that `syntax` could not check, by the skill's path in the report and the file's path in the skill. */
  readonly unparsed: readonly UnparsedFile[];
  /** Empty unless `timing` is set. */
  readonly timings: readonly RuleTiming[];
  /** Absent if no baseline is used. */
  readonly baseline?: BaselineResult;
  /** Ids of rules of one's own whose paths match no skill; absent if there are none, or only a part was checked. */
  readonly unplaced?: readonly string[];
}

export interface LintResult extends Linted {
  readonly report: Report<LintData, "lint">;
}
