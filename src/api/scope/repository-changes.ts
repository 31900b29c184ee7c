import {
  changesIn,
  nameCommits,
  openRepository,
  type GitChanges,
  type Repository,
} from "../../programs/git/changes.ts";
import { withoutFilters } from "../../programs/git/run-git.ts";
import { readIndexedApart, type IndexedApart } from "../../programs/git/status.ts";
import { SkillsError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import { quote } from "../../core/show.ts";
import type { Discovery } from "../../read/discover.ts";
import { repositoriesIn, unwatchedIn, type GitEntry } from "../../read/git-entries.ts";
import { entriesSince, markOfIndex } from "../../read/git-index.ts";
import { findPlainRepository, mayLeadElsewhere } from "../../read/git-repository.ts";
import { isThere } from "../../read/gitignore.ts";
import { joinNative, toNativePath } from "../../read/label.ts";
import { placeOf } from "../../read/skill-places.ts";
import { growTree, trackedNames, type KnownPlaces, type TrackedTree } from "../../read/tracked-names.ts";

export interface RepositoryChanges extends GitChanges {
  /** What need not be asked of the disk. */
  readonly known?: KnownPlaces | undefined;
}

/**
 * What has changed in the repository that a directory is in, and in those within it; undefined outside of one. `meanwhile` is called
 * when git is at work. Throws a SkillsError where git is absent or refuses.
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
  // Each question to git takes milliseconds, and few repositories have any.
  const options = mayLeadElsewhere(place.git, placeOf(shared, place.from)) ? await withoutFilters(place) : [];
  return changesOf(place, options, since, meanwhile);
}

/** Then git sees more in it than we do, and says what. */
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

/** Git was told not to look at these, so that nobody knows: all that is on the disk has changed, and what is not, unless a sparse checkout leaves it out. */
function changedUnwatched(root: string, unwatched: IndexedApart["unwatched"]): readonly string[] {
  const folders = new Map<string, boolean>();
  return unwatched.flatMap(({ path, sparse }) => {
    const folder = toNativePath(root, path.slice(0, Math.max(0, path.lastIndexOf("/"))));
    if (sparse && !folders.has(folder)) folders.set(folder, isThere(folder));
    return sparse && !(folders.get(folder) && isThere(toNativePath(root, path))) ? [] : [path];
  });
}

/** What can be done while git is at work. */
async function readBeside(
  { git }: Repository,
  mark: string | undefined,
  meanwhile?: () => Promise<unknown>,
): Promise<{ readonly entries: readonly GitEntry[] | undefined; readonly tree: TrackedTree | undefined }> {
  await meanwhile?.();
  const entries = entriesSince(git, mark);
  // Elsewhere one name may be written in several ways, and git and the disk need not agree on one.
  return { entries, tree: entries && process.platform === "linux" ? growTree(entries) : undefined };
}

/** The repositories within another that are checked out and in which something is not as it was committed there. */
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
 * What has changed around skills, a repository each. That of the working directory, `own`, answers for everything below it, as the
 * commit of a submodule is that which the repository around it names. Throws a SkillsError for a skill that is in none, and for a name
 * that is that of no commit.
 */
export async function repositoryChanges(
  { sources, places }: Discovery,
  own: RepositoryChanges | undefined,
  cwd: string,
  since?: string,
): Promise<readonly GitChanges[]> {
  const found: GitChanges[] = [];
  for (const source of sources) {
    const place = places.get(source);
    if (place === undefined || found.some((changes) => holds(changes, place))) continue;
    const changes = own && holds(own, place) ? own : await changesInRepositoryOf(place, since);
    if (!changes)
      throw new SkillsError(
        "not-found",
        `${quote(source.label)} is in no git repository, so that nobody can tell whether it changed`,
      );
    if (!holds(changes, place))
      throw new SkillsError(
        "unreadable",
        `git keeps the files of the repository around ${quote(source.label)} in ${quote(changes.root)}, so that nobody can tell whether it changed`,
        { hint: "core.worktree in its settings leads there" },
      );
    found.push(changes);
  }
  if (since !== undefined && found.some(({ missing }) => missing)) requireNoPath(since, cwd);
  if (since !== undefined && found.length > 0 && found.every(({ misnamed }) => misnamed))
    throw await noCommit(since, found[0]!.root);
  return found;
}

/** In a clone that has everything it is a slip; a shallow one may only lack it. */
async function noCommit(since: string, root: string): Promise<SkillsError> {
  const near = nearest(since, await nameCommits(root));
  return new SkillsError(
    "not-found",
    `there is no commit ${quote(since)} here`,
    near === undefined ? {} : { hint: `the nearest name is ${quote(near)}` },
  );
}

function holds({ root }: GitChanges, place: string): boolean {
  const native = toNativePath(root, "");
  return place === native || place.startsWith(joinNative(native, ""));
}

/** Where something changed; where nobody can tell, all of the repository has. */
export function changedPlaces({ root, paths }: GitChanges): readonly string[] {
  return paths ? paths.map((each) => toNativePath(root, each)) : [toNativePath(root, "")];
}

/** Where git would never see a change. */
export function ignoredPlaces({ root, ignored }: GitChanges): readonly string[] {
  return ignored.map((each) => toNativePath(root, each));
}

/** Most likely the option's value was left out, and the path after it taken for one. */
function requireNoPath(since: string, cwd: string): void {
  if (isThere(placeOf(since, cwd)))
    throw new SkillsError("bad-usage", `${quote(since)} is no commit here, but a path`, {
      hint: "a path stands before --changed, or behind --changed=HEAD",
    });
}
