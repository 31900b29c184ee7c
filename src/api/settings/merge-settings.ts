import type { Config, Sourced } from "../../model/config.ts";
import type { Target } from "../../model/target.ts";
import type { CheckOptions } from "../check/check.ts";

/** The options that a config can set too. */
type Given<Id> = Partial<
  Pick<CheckOptions, "clients" | "maxWarnings" | "baseline" | "security" | "syntax" | "tokens">
> & {
  readonly targets?: readonly Id[] | undefined;
};

type Configured<Id> = Pick<
  Config,
  "clients" | "maxWarnings" | "baseline" | "security" | "syntax" | "tokens"
> & {
  readonly targets?: Sourced<readonly Id[]> | undefined;
};

/**
 * The value and origin of each setting. The command line takes precedence over the config. Undefined if neither sets
 * it.
 */
export function mergeSettings<Id extends Target>(given: Given<Id>, config: Configured<Id>) {
  const { baseline } = given;
  return {
    targets: prefer(given.targets, "--target", config.targets),
    clients: prefer(given.clients, "--client", config.clients),
    maxWarnings: prefer(given.maxWarnings, "--max-warnings", config.maxWarnings),
    baseline: prefer(baseline?.path, baseline?.write ? "--write-baseline" : "--baseline", config.baseline),
    security: prefer(given.security || undefined, "--security", config.security),
    syntax: prefer(given.syntax || undefined, "--syntax", config.syntax),
    tokens: prefer(given.tokens, "--tokens", config.tokens),
  };
}

function prefer<Value>(
  given: Value | undefined,
  option: string,
  configured: Sourced<Value> | undefined,
): Sourced<Value> | undefined {
  return given === undefined ? configured : { value: given, from: option };
}
