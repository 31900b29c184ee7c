import { SkillsError } from "../core/errors.ts";
import { toNativePath } from "../read/label.ts";
import { isThere, placeOf } from "../read/there.ts";
import { changesIn, openRepository, type GitChanges, type Repository } from "./changes.ts";
import { readEntries } from "./index-file.ts";
import { repositoriesIn, unwatchedIn } from "./index-format.ts";
import { findPlainRepository, mayLeadElsewhere } from "./plain-repository.ts";
import { withoutFilters } from "./run-git.ts";
import { readIndexedApart, type IndexedApart } from "./status.ts";

/**
 * The changes in the repository that contains a directory, and in nested repositories; undefined outside a
 * repository. Throws a SkillsError if git is missing or fails.
 */
export async function changesInRepositoryOf(
  directory: string,
  since?: string,
): Promise<GitChanges | undefined> {
  const plain = findPlainRepository(directory);
  const quick = plain && (await changesOf(plain, [], since).catch(ignoreSkillsError));
  if (quick) return quick;
  const repository = await openRepository(directory);
  if (!repository) return undefined;
  const { shared, ...place } = repository;
  // Each call of git takes milliseconds, and few repositories contain nested ones, so those are looked up only if
  // needed.
  const options = mayLeadElsewhere(place.git, placeOf(shared, place.from)) ? await withoutFilters(place) : [];
  return changesOf(place, options, since);
}

/** Ignores errors with a repository that was found without git, as git is then asked for the repository. */
function ignoreSkillsError(error: unknown): undefined {
  if (!(error instanceof SkillsError)) throw error;
}

async function changesOf(
  repository: Repository,
  options: readonly string[],
  since?: string,
): Promise<GitChanges> {
  const changes = await changesIn(repository, options, since);
  const { root, paths } = changes;
  if (!paths) return changes;
  const entries = readEntries(repository.git);
  const { repositories, unwatched } = entries
    ? { repositories: repositoriesIn(entries), unwatched: unwatchedIn(entries) }
    : await readIndexedApart(repository);
  return {
    ...changes,
    paths: [...paths, ...changedUnwatched(root, unwatched), ...(await changedWithin(root, repositories))],
  };
}

/**
 * Files that git is configured not to check count as changed: those that exist on disk, and missing ones unless a
 * sparse checkout excludes them.
 */
function changedUnwatched(root: string, unwatched: IndexedApart["unwatched"]): readonly string[] {
  const folders = new Map<string, boolean>();
  return unwatched.flatMap(({ path, sparse }) => {
    const folder = toNativePath(root, path.slice(0, Math.max(0, path.lastIndexOf("/"))));
    if (sparse && !folders.has(folder)) folders.set(folder, isThere(folder));
    return sparse && !(folders.get(folder) && isThere(toNativePath(root, path))) ? [] : [path];
  });
}

/** The nested repositories that are checked out and have uncommitted changes. */
async function changedWithin(root: string, repositories: readonly string[]): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const inner of repositories) {
    const place = toNativePath(root, inner);
    const changes = isThere(toNativePath(place, ".git")) ? await changesInRepositoryOf(place) : undefined;
    if (changes && toNativePath(changes.root, "") === place && changes.paths?.length !== 0)
      changed.push(inner);
  }
  return changed;
}
