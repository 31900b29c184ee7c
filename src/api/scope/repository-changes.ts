import { nameCommits, type GitChanges } from "../../git/changes.ts";
import { changesInRepositoryOf } from "../../git/working-tree.ts";
import { SkillsError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import { quote } from "../../core/show.ts";
import type { Discovery } from "../../find/discover.ts";
import { joinNative, toNativePath } from "../../read/label.ts";
import { isThere, placeOf } from "../../read/there.ts";

/**
 * The changes around the skills, by repository. `own` is the repository of the working directory; it covers
 * everything below it, as it records the commit of each submodule. Throws a SkillsError if a skill is outside any
 * repository, or if the commit is unknown.
 */
export async function repositoryChanges(
  { sources, places }: Discovery,
  own: GitChanges | undefined,
  cwd: string,
  since?: string,
): Promise<readonly GitChanges[]> {
  const found: GitChanges[] = [];
  // Most skills are in the same repository as the one before.
  let latest: string | undefined;
  for (const source of sources) {
    const place = places.get(source);
    if (place === undefined || (latest !== undefined && place.startsWith(latest))) continue;
    const changes =
      found.find((each) => holds(each, place)) ??
      (own && holds(own, place) ? own : await changesInRepositoryOf(place, since));
    if (!changes)
      throw new SkillsError(
        "not-found",
        `${quote(source.label)} is not in a git repository, so its changes are unknown`,
      );
    if (!holds(changes, place))
      throw new SkillsError(
        "unreadable",
        `the repository around ${quote(source.label)} has its files in ${quote(changes.root)}, so its changes are unknown`,
        { hint: "its setting core.worktree points there" },
      );
    latest = below(changes);
    if (!found.includes(changes)) found.push(changes);
  }
  if (since !== undefined && found.some(({ missing }) => missing)) requireNoPath(since, cwd);
  if (since !== undefined && found.length > 0 && found.every(({ misnamed }) => misnamed))
    throw await noCommit(since, found[0]!.root);
  return found;
}

/** In a full clone, the commit is misspelled; in a shallow one, it may just be missing. */
async function noCommit(since: string, root: string): Promise<SkillsError> {
  const near = nearest(since, await nameCommits(root));
  return new SkillsError(
    "not-found",
    `unknown commit ${quote(since)}`,
    near === undefined ? {} : { hint: `did you mean ${quote(near)}?` },
  );
}

function holds(changes: GitChanges, place: string): boolean {
  return place === toNativePath(changes.root, "") || place.startsWith(below(changes));
}

/** The start of the paths of everything in a repository. */
function below({ root }: GitChanges): string {
  return joinNative(toNativePath(root, ""), "");
}

/** The changed paths; the whole repository if they are unknown. */
export function changedPlaces({ root, paths }: GitChanges): readonly string[] {
  return paths ? paths.map((each) => toNativePath(root, each)) : [toNativePath(root, "")];
}

/** Files in which git never sees changes. */
export function ignoredPlaces({ root, ignored }: GitChanges): readonly string[] {
  return ignored.map((each) => toNativePath(root, each));
}

/** The user probably omitted the option's value, so that the next path was read as the value. */
function requireNoPath(since: string, cwd: string): void {
  if (isThere(placeOf(since, cwd)))
    throw new SkillsError("bad-usage", `${quote(since)} is a path, not a commit`, {
      hint: "write paths before --changed, or use --changed=HEAD",
    });
}
