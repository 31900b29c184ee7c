import { filesInMemory } from "../archives/files-to-pack.ts";
import { now } from "../clock.ts";
import { compareSides, type DiffOptions, type DiffResult, planComparison } from "../diff/diff.ts";
import { sideOf } from "../diff/diff-side.ts";
import { type GivenSkill, openGiven } from "./given-skill.ts";

/** Two versions of a skill in memory. */
export interface DiffFilesOptions extends Pick<DiffOptions, "tokens"> {
  readonly old: GivenSkill;
  readonly new: GivenSkill;
}

/**
 * Compares two versions of a skill in memory, as `diff` does two directories. Throws a SkillsError for files that no
 * directory could have.
 */
export async function diffFiles({
  old,
  new: current,
  tokens = "estimate",
}: DiffFilesOptions): Promise<DiffResult> {
  const started = now();
  const examination = await planComparison(tokens);
  const open = async (given: GivenSkill): Promise<ReturnType<typeof sideOf>> => {
    const source = openGiven(given);
    return sideOf(source, await filesInMemory(source, { wrappedIn: source.name }), examination);
  };
  return compareSides([await open(old)], [await open(current)], started);
}
