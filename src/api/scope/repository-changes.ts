import {
  changesIn,
  nameCommits,
  openRepository,
  type GitChanges,
  type Repository,
} from "../../git/changes.ts";
import { withoutFilters } from "../../git/run-git.ts";
import { readIndexedApart, type IndexedApart } from "../../git/status.ts";
import { SkillsError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import { quote } from "../../core/show.ts";
import type { Discovery } from "../../find/discover.ts";
import { repositoriesIn, unwatchedIn, type GitEntries } from "../../git/index-format.ts";
import { entriesSince, markOfIndex } from "../../git/index-file.ts";
import { findPlainRepository, mayLeadElsewhere } from "../../git/plain-repository.ts";
import { joinNative, toNativePath } from "../../read/label.ts";
import { trackedNames, treeOf, type KnownPlaces, type TrackedTree } from "../../find/tracked-names.ts";
import { isThere, placeOf } from "../../read/there.ts";

export interface RepositoryChanges extends GitChanges {
  /** Directories that are already known and need not be read again. */
  readonly known?: KnownPlaces | undefined;
}

/**
 * The changes in the repository that contains a directory, and in nested repositories; undefined outside a
 * repository. `meanwhile` is called while git is running. Throws a SkillsError if git is missing or fails.
 */
export async function changesInRepositoryOf(
  directory: string,
  since?: string,
  meanwhile?: () => Promise<unknown>,
): Promise<RepositoryChanges | undefined> {
  const plain = findPlainRepository(directory);
  const quick = plain && (await changesOf(plain, [], since, meanwhile).catch(ignoreSkillsError));
  if (quick) return quick;
  const repository = await openRepository(directory);
  if (!repository) return undefined;
  const { shared, ...place } = repository;
  // Each call of git takes milliseconds, and few repositories contain nested ones, so those are looked up only if
  // needed.
  const options = mayLeadElsewhere(place.git, placeOf(shared, place.from)) ? await withoutFilters(place) : [];
  return changesOf(place, options, since, meanwhile);
}

/** Ignores errors with a repository that was found without git, as git is then asked for the repository. */
function ignoreSkillsError(error: unknown): undefined {
  if (!(error instanceof SkillsError)) throw error;
}

async function changesOf(
  repository: Repository,
  options: readonly string[],
  since?: string,
  meanwhile?: () => Promise<unknown>,
): Promise<RepositoryChanges> {
  const mark = markOfIndex(repository.git);
  const asked = changesIn(repository, options, since);
  const [found, { entries, tree }] = await Promise.all([asked, readBeside(repository, mark, meanwhile)]);
  const { root, paths, unlike } = found;
  const isSame = markOfIndex(repository.git) === mark;
  const known = isSame && unlike ? trackedNames(toNativePath(root, ""), tree, unlike) : undefined;
  if (!paths) return { ...found, known };
  const { repositories, unwatched } = entries
    ? { repositories: repositoriesIn(entries), unwatched: unwatchedIn(entries) }
    : await readIndexedApart(repository);
  return {
    ...found,
    paths: [...paths, ...changedUnwatched(root, unwatched), ...(await changedWithin(root, repositories))],
    known,
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

/** Work that can be done while git is running. */
async function readBeside(
  { git }: Repository,
  mark: string | undefined,
  meanwhile?: () => Promise<unknown>,
): Promise<{ readonly entries: GitEntries | undefined; readonly tree: TrackedTree | undefined }> {
  await meanwhile?.();
  const entries = entriesSince(git, mark);
  // On other systems a name can have several spellings, and git and the disk may use different ones.
  return { entries, tree: entries && process.platform === "linux" ? treeOf(entries) : undefined };
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

/**
 * The changes around the skills, by repository. `own` is the repository of the working directory; it covers
 * everything below it, as it records the commit of each submodule. Throws a SkillsError if a skill is outside any
 * repository, or if the commit is unknown.
 */
export async function repositoryChanges(
  { sources, places }: Discovery,
  own: RepositoryChanges | undefined,
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
