import type { MissingBase } from "../checkers/git-changes.ts";
import { rootOf, type CollectedSkill } from "../core/collection.ts";
import { SkillsError } from "../core/errors.ts";
import type { SkillSource, Unread } from "../core/source.ts";
import { directoryOfGoneSkill, gatherPlaces, isTouched, isWithin, placeOf, realDirectory, type Places } from "../read/skill-places.ts";
import { findSources, type Scope } from "./find-sources.ts";
import { changedPlaces, repositoryChanges } from "./repository-changes.ts";

/** Which of the skills in scope to look at: one of the two, or all where neither is given. */
export interface Narrowing {
  /** Those with a file that differs from the last commit, or, with `since`, from where the branches parted. */
  readonly changed?: { readonly since?: string };
  /** Those that hold one of these files, by paths from the working directory; one that is gone counts too. */
  readonly files?: readonly string[];
}

export interface Selected {
  /** To be looked at. */
  readonly sources: readonly SkillSource[];
  /** All skills in scope, in the order in which they were found. */
  readonly inScope: readonly SkillSource[];
  /** Skills that were there before the change, as far as their paths tell. */
  readonly gone: readonly CollectedSkill[];
  readonly unread: readonly Unread[];
  /** Absent where all are looked at. */
  readonly narrowed?: Narrowed;
}

/** What became of the wish to look at some skills only. */
export interface Narrowed {
  /** Skills in scope. */
  readonly skills: number;
  /** Skills that are looked at. */
  readonly selected: number;
  /** The commit as it was named; absent for the last one, and where files were named. */
  readonly since?: string;
  /** Why changes could not be told, so that all skills of a repository are looked at. */
  readonly missing: readonly MissingBase[];
  /** How many files were named, and how many of these lie in no skill; absent where changes were asked for. */
  readonly files?: { readonly named: number; readonly outside: number };
}

/** The skills to be looked at, and those beside them. Throws a SkillsError where there is no skill in scope, or no git to tell changes. */
export async function selectSources({ changed, files, ...scope }: Scope & Narrowing): Promise<Selected> {
  if (changed && files) throw new SkillsError("bad-usage", "changed skills and those of a list of files cannot be asked for at once");
  const { sources, unread } = await findSources(scope);
  if (changed) {
    const found = await repositoryChanges(sources, scope.cwd, changed.since);
    return { ...select(sources, found.flatMap(changedPlaces), { ...changed, missing: found.flatMap(({ missing }) => missing ?? []) }), unread };
  }
  if (!files) return { sources, inScope: sources, gone: [], unread };
  const places = files.map((file) => placeOf(file, scope.cwd));
  const skills = placesOf(sources);
  return { ...select(sources, places, { missing: [], files: { named: files.length, outside: places.filter((place) => !isWithin(place, skills)).length } }), unread };
}

function select(inScope: readonly SkillSource[], places: readonly string[], found: Omit<Narrowed, "skills" | "selected">): Omit<Selected, "unread"> {
  const changed = gatherPlaces(places);
  // Of what is in no directory nobody can tell whether it changed.
  const sources = inScope.filter(({ directory }) => directory === undefined || isTouched(directory, changed));
  return { sources, inScope, gone: goneSkills(places, placesOf(inScope)), narrowed: { skills: inScope.length, selected: sources.length, ...found } };
}

function placesOf(sources: readonly SkillSource[]): Places {
  return gatherPlaces(sources.flatMap(({ directory }) => (directory === undefined ? [] : [realDirectory(directory)])));
}

/** By the names of their directories, which a skill's own is to be. */
function goneSkills(places: readonly string[], skills: Places): readonly CollectedSkill[] {
  return places.flatMap((place) => {
    const gone = isWithin(place, skills) ? undefined : directoryOfGoneSkill(place);
    return gone ? [{ path: place, root: rootOf(gone.directory), directory: gone.name, file: "SKILL.md", name: gone.name, description: "" }] : [];
  });
}
