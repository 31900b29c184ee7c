import type { RuleSetting } from "../config.ts";
import type { Severity } from "../rule.ts";

/** The data of the report of `skills rules`. */
export interface RulesData {
  /** The rules of this program, or those of the config alone with `test`. */
  readonly rules: readonly ListedSetting[];
  /** With `test`. */
  readonly tests?: readonly ExampleTest[];
  /** With `migrate`. */
  readonly migration?: RulesMigration;
}

/** The version of a config that was raised to that of the program. */
export interface RulesMigration {
  /** The config file. */
  readonly file: string;
  /** The version that it had; null if it had none. The file is unchanged if that is `after`. */
  readonly before: string | null;
  readonly after: string;
  /** The rules that were notes because they came after the version, and no longer are. */
  readonly rules: readonly RaisedRule[];
}

export interface RaisedRule {
  readonly id: string;
  readonly before: Severity;
  readonly after: Severity;
  /** The first release with the rule. */
  readonly since: string;
  readonly summary: string;
}

/** A rule and its setting. */
export interface ListedSetting {
  readonly id: string;
  readonly origin: "built-in" | "own";
  /** Where no override says otherwise; with `paths`, in these. */
  readonly setting: RuleSetting;
  /** Where the setting comes from, such as "skills.config.yaml:4:3". */
  readonly from: string;
  readonly summary: string;
  /** Number of overrides with another setting for some paths. */
  readonly overrides: number;
  /** Of a rule of one's own: the only paths where it runs, and those where it does not. */
  readonly paths?: readonly string[];
  readonly except?: readonly string[];
  /** With `paths`: the number of skills that have a file there, so that 0 shows a misspelled path. */
  readonly skills?: number;
}

/** What a rule found in one of its examples. */
export interface ExampleTest {
  readonly rule: string;
  /** "good 1" is the first in which it must find nothing. */
  readonly example: string;
  readonly outcome: "passed" | "failed";
  /** Its findings, as "SKILL.md:3:1: message". */
  readonly found: readonly string[];
  /** Of an example that failed without a finding: why nothing was found, or could not be. */
  readonly cause?: string;
}
