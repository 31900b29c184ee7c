import type { PathOverrides, PathSettings, RuleSettings } from "../../lint/rule-settings.ts";
import type { Target } from "../../model/target.ts";
import { ruleMetas } from "../../rules/lists/lint-rules.ts";
import { overridesFor, targetsBy } from "./path-overrides.ts";

/** The settings of the run, before overrides are applied. */
interface Settings {
  readonly targets: readonly Target[];
  readonly rules?: RuleSettings;
  readonly security?: boolean;
  readonly overrides?: PathOverrides | undefined;
}

/** Determines which settings apply to which paths. */
export function pathSettings({ targets, rules = {}, security = false, overrides }: Settings): PathSettings {
  const targetsOf = targetsBy(targets, overrides);
  if (!overrides || overrides.entries.length === 0) return { widest: rules, targetsOf, rulesOf: () => rules };
  const on = Object.fromEntries(
    overrides.entries.flatMap((entry) =>
      Object.entries(entry.rules ?? {}).filter(([, setting]) => setting !== "off"),
    ),
  );
  const base = { ...offElsewhere(on, security), ...rules };
  const holding = overridesFor(overrides);
  return {
    widest: { ...rules, ...on },
    targetsOf,
    rulesOf: (skill) => {
      const of = holding(skill);
      return of ? (file) => Object.assign({}, base, ...of(file).map((entry) => entry.rules)) : base;
    },
  };
}

/** A rule that overrides enable only for some paths is off for all others. */
function offElsewhere(on: RuleSettings, security: boolean): RuleSettings {
  const asked = ruleMetas.filter(
    ({ id, off, category }) => off && on[id] !== undefined && !(security && category === "security"),
  );
  return Object.fromEntries(asked.map(({ id }) => [id, "off"]));
}
