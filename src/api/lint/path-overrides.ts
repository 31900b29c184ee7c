import { compilePathPattern, type PathPattern } from "../../core/path-pattern.ts";
import type { SkillSource } from "../../model/source.ts";
import type { CheckTarget } from "../../model/target.ts";
import { pathInside } from "../../read/passed-over.ts";
import type { RuleSettings } from "./rule-settings.ts";

/** Other settings for some paths. */
export interface PathOverride {
  /** As `compilePathPattern` takes them, from the directory of `PathOverrides`. */
  readonly paths: readonly string[];
  readonly rules?: RuleSettings;
  /** For skills whose SKILL.md lies under the paths. */
  readonly targets?: readonly CheckTarget[];
}

export interface PathOverrides {
  /** Absolute: where the patterns begin. */
  readonly directory: string;
  /** The last that holds has the last word. */
  readonly entries: readonly PathOverride[];
}

export type Placed = Pick<SkillSource, "directory">;

/** The overrides that hold for a file of a skill, by its path from the skill's root, the strongest last; undefined for a skill that stands elsewhere. */
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

/** Whose refusal is an error of a skill. */
export function targetsBy(
  targets: readonly CheckTarget[],
  overrides?: PathOverrides,
): (skill: Placed) => readonly CheckTarget[] {
  if (!overrides || overrides.entries.length === 0) return () => targets;
  const holding = overridesFor(overrides);
  return (skill) => holding(skill)?.("SKILL.md").findLast((entry) => entry.targets)?.targets ?? targets;
}
