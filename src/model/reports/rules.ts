import type { RuleSetting } from "../config.ts";

/** The data of the report of `skills rules`. */
export interface RulesData {
  /** The rules of this program, or those of the config alone with `test`. */
  readonly rules: readonly ListedSetting[];
  /** With `test`. */
  readonly tests?: readonly ExampleTest[];
}

/** A rule and its setting. */
export interface ListedSetting {
  readonly id: string;
  readonly origin: "built-in" | "own";
  /** Where no override says otherwise. */
  readonly setting: RuleSetting;
  /** Where the setting comes from, such as "skills.config.yaml:4:3". */
  readonly from: string;
  readonly summary: string;
  /** Number of overrides with another setting for some paths. */
  readonly overrides: number;
}

/** What a rule found in one of its examples. */
export interface ExampleTest {
  readonly rule: string;
  /** "good 1" is the first in which it must find nothing. */
  readonly example: string;
  readonly outcome: "passed" | "failed";
  /** Its findings, as "SKILL.md:3:1: message". */
  readonly found: readonly string[];
}
