import type { Config, Sourced } from "../../model/config.ts";
import { isLintTarget } from "../../model/target.ts";
import { innerPathOf } from "../../read/file-place.ts";
import type { CheckOptions } from "../check/check.ts";
import type { LintOptions } from "../lint/lint-options.ts";
import type { RuleSettings } from "../../lint/rule-settings.ts";
import type { ValidateOptions } from "../validate.ts";
import { mergeSettings } from "./merge-settings.ts";

/** Fills in the config's settings for options that the user did not set; what the user set applies to all paths. */
export function configureCheck(given: CheckOptions, config: Config | undefined): CheckOptions {
  return config ? configureRules(given, config) : given;
}

/** As `configureCheck`, but only with the targets that `lint` supports. */
export function configureLint(given: LintOptions, config: Config | undefined): LintOptions {
  return config ? configureRules({ ...given, ...othersIn(config, given) }, withLintTargets(config)) : given;
}

/** The settings that `validate` supports: targets, ignored paths, and the maximum number of warnings. */
export function configureValidate(given: ValidateOptions, config: Config | undefined): ValidateOptions {
  return config ? configureTargets({ ...given, ...othersIn(config, given) }, withLintTargets(config)) : given;
}

function configureRules<Options extends CheckOptions>(
  given: Options,
  config: SupportedOptions<Options>,
): Options {
  const { rules, own, suppressions } = config;
  const { security, syntax, tokens, baseline } = mergeSettings(given, config);
  return {
    ...configureTargets(given, config, given.rules),
    rules: { ...plainRules(rules), ...given.rules },
    ...(own.length > 0 && { ownRules: own.map(({ rule }) => rule) }),
    // A run from below the config's directory sees only part of what the config applies to.
    partOnly: given.partOnly === true || innerPathOf(given.cwd, config.directory, given.cwd) === undefined,
    suppressions: [...(given.suppressions ?? []), ...suppressions],
    ...(security && { security: security.value }),
    ...(syntax && { syntax: syntax.value }),
    ...(tokens && { tokens: tokens.value }),
    ...(baseline && { baseline: given.baseline ?? { path: baseline.value } }),
  };
}

type Targeted = Omit<ValidateOptions, "targets"> & Pick<CheckOptions, "targets">;

/** A config with only the targets that the options support. */
type SupportedOptions<Options extends Targeted> = Omit<Config, "targets"> & {
  readonly targets?: Sourced<NonNullable<Options["targets"]>>;
};

function configureTargets<Options extends Targeted>(
  given: Options,
  config: SupportedOptions<Options>,
  rules: RuleSettings = {},
): Options {
  const { directory, files, overrides, ignore } = config;
  const { targets, clients, maxWarnings } = mergeSettings(given, config);
  const entries = overrides.map((override) => ({
    paths: override.paths,
    rules: Object.fromEntries(
      Object.entries(plainRules(override.rules)).filter(([id]) => rules[id] === undefined),
    ),
    ...(override.targets && !given.targets && { targets: override.targets.value }),
  }));
  return {
    ...given,
    settingsFiles: [...(given.settingsFiles ?? []), ...files],
    ...(targets && { targets: targets.value }),
    ...(clients && { clients: clients.value }),
    ...(maxWarnings && { maxWarnings: maxWarnings.value }),
    ...(ignore.length > 0 && { ignore: { directory, patterns: ignore.map(({ value }) => value) } }),
    ...(entries.length > 0 && { overrides: { directory, entries } }),
  };
}

/**
 * The targets that `lint` and `validate` support; if there are none, the default applies. The others only affect the
 * advice.
 */
function withLintTargets({ targets, overrides, ...config }: Config): SupportedOptions<LintOptions> {
  const validators = targets?.value.filter(isLintTarget) ?? [];
  const named = validators.length > 0 ? validators : (["spec"] as const);
  return {
    ...config,
    ...(targets && validators.length > 0 && { targets: { value: validators, from: targets.from } }),
    overrides: overrides.map((override) =>
      override.targets?.value.some(isLintTarget) === false
        ? {
            ...override,
            targets: { ...override.targets, value: [...named, ...override.targets.value] },
          }
        : override,
    ),
  };
}

/** The targets of the config that only `check` supports. */
function othersIn(
  { targets }: Config,
  given: Pick<LintOptions, "targets">,
): Pick<LintOptions, "otherTargets"> {
  const others = given.targets ? [] : (targets?.value.filter((id) => !isLintTarget(id)) ?? []);
  return others.length > 0 ? { otherTargets: others } : {};
}

/** The severities of the rules, without the origin of each setting. */
export function plainRules(rules: Config["rules"]): RuleSettings {
  return Object.fromEntries(Array.from(rules, ([id, { value }]) => [id, value]));
}
