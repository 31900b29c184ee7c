import { compilePathPattern, type PathPattern } from "../../core/path-pattern.ts";
import type { PathOverride, PathOverrides, Placed } from "../../lint/rule-settings.ts";
import type { Target } from "../../model/target.ts";
import { pathInside } from "../../find/passed-over.ts";

// Separate from path-settings.ts, which loads every rule, as `validate` needs only this part.

/**
 * The overrides that apply to a file of a skill, by its path from the skill's root, in order of precedence with the
 * strongest last; undefined for a skill outside the config's directory.
 */
export function overridesFor({
  directory: base,
  entries,
}: PathOverrides): (skill: Placed) => ((file: string) => readonly PathOverride[]) | undefined {
  const compiled = entries.map((entry) => ({ ...entry, patterns: entry.paths.map(compilePathPattern) }));
  return ({ directory }) => {
    const inner = pathInside(base, directory);
    if (inner === undefined) return undefined;
    return (file) => {
      const path = inner === "" ? file : `${inner}/${file}`;
      return compiled.filter(({ patterns }) => patterns.some((covers: PathPattern) => covers(path)));
    };
  };
}

/** The targets whose refusal of a skill is an error. */
export function targetsBy(
  targets: readonly Target[],
  overrides?: PathOverrides,
): (skill: Placed) => readonly Target[] {
  if (!overrides || overrides.entries.length === 0) return () => targets;
  const holding = overridesFor(overrides);
  return (skill) => holding(skill)?.("SKILL.md").findLast((entry) => entry.targets)?.targets ?? targets;
}
