import type { Config } from "../../core/config.ts";
import { innerPathOf } from "../../read/file-place.ts";
import type { LintOptions } from "../lint-options.ts";
import type { RuleSettings } from "../rule-settings.ts";
import type { ValidateOptions } from "../validate.ts";

/** What a config says, wherever the user said nothing: what they set holds for all paths. */
export function configureLint(given: LintOptions, config: Config): LintOptions {
  const { security, syntax, tokens, baseline, rules, suppressions } = config;
  return {
    ...configureValidate(given, config, given.rules),
    rules: { ...plain(rules), ...given.rules },
    // From below the config's directory, not all of what it speaks of is looked at.
    partOnly: given.partOnly === true || innerPathOf(given.cwd, config.directory, given.cwd) === undefined,
    suppressions: [...(given.suppressions ?? []), ...suppressions],
    ...(security && { security: given.security || security.value }),
    ...(syntax && { syntax: given.syntax || syntax.value }),
    ...(tokens && { tokens: given.tokens ?? tokens.value }),
    ...(baseline && { baseline: given.baseline ?? { path: baseline.value } }),
  };
}

/** As much of it as `validate` hears: targets, ignored paths, and how many warnings are too many. */
export function configureValidate<Options extends ValidateOptions>(given: Options, { directory, targets, overrides, ignore, maxWarnings }: Config, rules: RuleSettings = {}): Options {
  const entries = overrides.map((override) => ({
    paths: override.paths,
    rules: Object.fromEntries(Object.entries(plain(override.rules)).filter(([id]) => rules[id] === undefined)),
    ...(override.targets && !given.targets && { targets: override.targets.value }),
  }));
  return {
    ...given,
    ...(targets && { targets: given.targets ?? targets.value }),
    ...(maxWarnings && { maxWarnings: given.maxWarnings ?? maxWarnings.value }),
    ...(ignore.length > 0 && { ignore: { directory, patterns: ignore.map(({ value }) => value) } }),
    ...(entries.length > 0 && { overrides: { directory, entries } }),
  };
}

function plain(rules: Config["rules"]): RuleSettings {
  return Object.fromEntries(Array.from(rules, ([id, { value }]) => [id, value]));
}
