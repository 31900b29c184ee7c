import { joinLabel } from "../../core/paths.ts";
import { compilePathPattern, type PathPattern } from "../../core/path-pattern.ts";
import { pathInside } from "../../find/passed-over.ts";
import type { SkillSource } from "../../model/source.ts";
import type { LintOptions } from "../lint/lint-options.ts";

/** Whether a skill has a file that one of the patterns matches, which are relative to `base`, an absolute path. */
export function hasFileIn(source: SkillSource, base: string, patterns: readonly PathPattern[]): boolean {
  const inner = source.directory === undefined ? undefined : pathInside(base, source.directory);
  if (inner === undefined) return false;
  const isOn = (file: string) => patterns.some((covers) => covers(joinLabel(inner || ".", file)));
  return isOn("SKILL.md") || source.list().entries.some((entry) => isOn(entry.path));
}

/** The ids of the rules of one's own that run only in some paths, where none of the skills has a file. */
export function unplacedRules(
  { ownRules = [], rules = {}, overrides }: Pick<LintOptions, "ownRules" | "rules" | "overrides">,
  sources: readonly SkillSource[],
): readonly string[] {
  if (!overrides) return [];
  const { directory, entries } = overrides;
  return ownRules.flatMap(({ id }) => {
    if (rules[id] !== "off") return [];
    const on = entries.filter((entry) => (entry.rules?.[id] ?? "off") !== "off");
    const patterns = on.flatMap(({ paths }) => paths.map(compilePathPattern));
    return on.length === 0 || sources.some((source) => hasFileIn(source, directory, patterns)) ? [] : [id];
  });
}
