import { gitChanges, type GitChanges } from "../checkers/git-changes.ts";
import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";
import type { SkillSource } from "../core/source.ts";
import { isThere } from "../read/gitignore.ts";
import { toNativePath } from "../read/label.ts";
import { gatherPlaces, isWithin, placeOf, realDirectory } from "../read/skill-places.ts";

/**
 * What has changed around skills, a repository each. That of the working directory answers for everything below it, as the commit of
 * a submodule is that which the repository around it names. Throws a SkillsError for a skill that is in none.
 */
export async function repositoryChanges(sources: readonly SkillSource[], cwd: string, since?: string): Promise<readonly GitChanges[]> {
  const own = await gitChanges(cwd, since);
  const skills = sources.flatMap(({ directory, label }) => (directory === undefined ? [] : [{ place: realDirectory(directory), label }]));
  const found = own && skills.some(({ place }) => isAnswered(place, [own])) ? [own] : [];
  for (const { place, label } of skills) {
    if (isAnswered(place, found)) continue;
    const changes = await gitChanges(place, since);
    if (!changes) throw new SkillsError("not-found", `${quote(label)} is in no git repository, so that nobody can tell whether it changed`);
    found.push(changes);
  }
  if (since !== undefined && found.some(({ missing }) => missing)) requireNoPath(since, cwd);
  return found;
}

/** Where something changed; where nobody can tell, all of the repository has. */
export function changedPlaces({ root, paths }: GitChanges): readonly string[] {
  return paths ? paths.map((each) => toNativePath(root, each)) : [toNativePath(root, "")];
}

function isAnswered(place: string, found: readonly GitChanges[]): boolean {
  return isWithin(place, gatherPlaces(found.map(({ root }) => toNativePath(root, ""))));
}

/** Most likely the option's value was left out, and the path after it taken for one. */
function requireNoPath(since: string, cwd: string): void {
  if (isThere(placeOf(since, cwd))) throw new SkillsError("bad-usage", `${quote(since)} is no commit here, but a path`, { hint: "a path stands before --changed, or behind --changed=HEAD" });
}
