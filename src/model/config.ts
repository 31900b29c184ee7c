import type { DefinedRule } from "./own-rule.ts";
import type { Severity } from "./rule.ts";
import type { SuppressionList } from "./suppression.ts";
import type { Target } from "./target.ts";
import type { TokenCount } from "./token-counter.ts";

/** Severity of a rule's findings; "off" disables the rule. */
export type RuleSetting = Severity | "off";

export const ruleSettings: readonly RuleSetting[] = ["error", "warning", "info", "off"];

/** A setting and its source: "skills.config.yaml:3:1", "preset strict", "--target". */
export interface Sourced<Value> {
  readonly value: Value;
  readonly from: string;
}

export type SourcedRules = ReadonlyMap<string, Sourced<RuleSetting>>;

/** Settings for some paths; if several overrides apply, the last one takes precedence. */
export interface ConfigOverride {
  /** Patterns for `compilePathPattern`, relative to the config's directory. */
  readonly paths: readonly string[];
  readonly rules: SourcedRules;
  readonly targets?: Sourced<readonly Target[]>;
  readonly from: string;
}

/** A config file merged with everything it extends; settings that are not set are absent or empty. */
export interface Config {
  /** Absolute path of the directory to which all patterns are relative. */
  readonly directory: string;
  /** Labels of the files that were read; the first is the config that was found or given. */
  readonly files: readonly string[];
  readonly targets?: Sourced<readonly Target[]>;
  /** Words as in `LintOptions.clients`. */
  readonly clients?: Sourced<readonly string[]>;
  readonly rules: SourcedRules;
  /** The release of this program whose rules count; those of later ones are notes. */
  readonly version?: Sourced<string>;
  /** The rules that the files define. */
  readonly own: readonly DefinedRule[];
  readonly overrides: readonly ConfigOverride[];
  /** One list for each file that contains suppressions. */
  readonly suppressions: readonly SuppressionList[];
  /** Patterns of paths that are not searched for skills. */
  readonly ignore: readonly Sourced<string>[];
  readonly maxWarnings?: Sourced<number>;
  /** Relative to the working directory. */
  readonly baseline?: Sourced<string>;
  readonly security?: Sourced<boolean>;
  readonly syntax?: Sourced<boolean>;
  readonly tokens?: Sourced<TokenCount>;
}
