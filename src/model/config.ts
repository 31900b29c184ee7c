import type { Severity } from "./rule.ts";
import type { SuppressionList } from "./suppression.ts";
import type { CheckTarget } from "./target.ts";
import type { TokenCount } from "./token-counter.ts";

/** Severity of a rule's findings; "off" disables the rule. */
export type RuleSetting = Severity | "off";

/** A setting and its source: "skills.config.yaml:3:1", "preset strict", "--target". */
export interface Sourced<Value> {
  readonly value: Value;
  readonly from: string;
}

export type SourcedRules = ReadonlyMap<string, Sourced<RuleSetting>>;

/** Settings for some paths; if several apply, the last one wins. */
export interface ConfigOverride {
  /** As `compilePathPattern` takes them, from the config's directory. */
  readonly paths: readonly string[];
  readonly rules: SourcedRules;
  readonly targets?: Sourced<readonly CheckTarget[]>;
  readonly from: string;
}

/** A config file merged with everything it extends; settings that are not set are absent or empty. */
export interface Config {
  /** Absolute: where all patterns begin. */
  readonly directory: string;
  /** What to call the files that were read; the one that was found or named comes first. */
  readonly files: readonly string[];
  readonly targets?: Sourced<readonly CheckTarget[]>;
  readonly rules: SourcedRules;
  readonly overrides: readonly ConfigOverride[];
  /** One list for each file that has any. */
  readonly suppressions: readonly SuppressionList[];
  /** Patterns of paths in which no skill is looked for. */
  readonly ignore: readonly Sourced<string>[];
  readonly maxWarnings?: Sourced<number>;
  /** From the working directory. */
  readonly baseline?: Sourced<string>;
  readonly security?: Sourced<boolean>;
  readonly syntax?: Sourced<boolean>;
  readonly tokens?: Sourced<TokenCount>;
}
