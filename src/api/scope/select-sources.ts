import { SkillsError } from "../../core/errors.ts";
import { count } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { SkillSource, Unread } from "../../model/source.ts";
import type { LooseDocument, NamedDirectory } from "../../find/search.ts";
import type { Discovery } from "../../find/discover.ts";
import { leftOutReasons } from "../../find/left-out.ts";
import { documentName, isDocumentNameInAnyCase } from "../../model/document-name.ts";
import { isTracked } from "../../git/index-file.ts";
import { joinNative, toInnerPath } from "../../read/label.ts";
import { gatherPlaces, isLinkTouched, isWithin, meets, touchedBy } from "../../find/skill-places.ts";
import type { ScopeSummary } from "../../model/reports/validate.ts";
import type { ShardedScope } from "../../model/blob.ts";
import type { Shard } from "../../model/shard.ts";
import { findSources, type Reach, type Scope } from "./find-sources.ts";
import { changesInRepositoryOf } from "../../git/working-tree.ts";
import { changedPlaces, ignoredPlaces, repositoryChanges } from "./repository-changes.ts";
import { isDirectory, placeOf, realDirectory } from "../../read/there.ts";

/**
 * Selects the skills to check: changed ones, or those that contain given files. If neither is given, all skills are
 * checked.
 */
export interface ScopeFilter {
  /** Skills with a file that differs from the last commit, or, with `since`, from the merge base. */
  readonly changed?: { readonly since?: string };
  /** Skills that contain one of these files, relative to the working directory; deleted files count too. */
  readonly files?: readonly string[];
  /**
   * Files that affect every skill, such as a config or a baseline, relative to the working directory. If one of them
   * changed or was listed, all skills are checked.
   */
  readonly settingsFiles?: readonly string[];
  /** Only the skills of one of several parts, whose reports `skills merge-reports` merges. */
  readonly shard?: Shard;
}

export interface SelectedSources {
  /** The skills to check. */
  readonly sources: readonly SkillSource[];
  /** All skills in scope, in the order of discovery. */
  readonly inScope: readonly SkillSource[];
  readonly unread: readonly Unread[];
  /** Single files in directories of skills, or those of them to check. */
  readonly loose?: readonly LooseDocument[];
  /** Plugins and marketplaces, if they were asked for, or those of them to check. */
  readonly plugins?: readonly NamedDirectory[];
  /** Absent if all are checked. */
  readonly scopeSummary?: ScopeSummary;
  /** Set if a shard was asked for. */
  readonly sharded?: ShardedScope;
}

/**
 * Returns the skills to check, and all others in scope. Throws a SkillsError if no skill is in scope, git is missing,
 * or a changed path could not be read.
 */
export async function selectSources({
  shard,
  ...options
}: Scope & ScopeFilter & Pick<Reach, "withPlugins">): Promise<SelectedSources> {
  if (!shard) return selectAll(options);
  const { refuseWithShard, requireShard, takeShard } = await import("./take-shard.ts");
  requireShard(shard);
  const { changed, files, stdin } = options;
  refuseWithShard({ "changed skills": changed, "listed files": files, "standard input": stdin });
  return takeShard(await selectAll(options), shard);
}

async function selectAll({
  changed,
  files,
  settingsFiles = [],
  withPlugins = false,
  ...scope
}: Scope & Omit<ScopeFilter, "shard"> & Pick<Reach, "withPlugins">): Promise<SelectedSources> {
  if (changed && files)
    throw new SkillsError("bad-usage", "`changed` and `files` cannot be combined; use only one");
  if (changed) return selectChanged({ ...scope, withPlugins }, changed, settingsFiles);
  const found = await findSources(scope, { asClients: true, withPlugins });
  if (!files) {
    const { sources, unread, loose, plugins } = found;
    return { sources, inScope: sources, unread, loose, plugins };
  }
  const places = files.map((file) => placeOf(file, scope.cwd));
  requireRead(found.unread, places, scope.cwd);
  const skills = gatherPlaces(found.places.values());
  return select(found, places, touchedFiles(settingsFiles, places, scope.cwd), {
    missing: [],
    files: { named: files.length, outside: places.filter((place) => !isWithin(place, skills)).length },
  });
}

async function selectChanged(
  { withPlugins, ...scope }: Scope & Pick<Reach, "withPlugins">,
  changed: { readonly since?: string },
  settingsFiles: readonly string[],
): Promise<SelectedSources> {
  const asked = changesInRepositoryOf(scope.cwd, changed.since);
  // The search goes on while git is running; its error is thrown only if git has none.
  const searched = findSources(scope, { asClients: true, ...(withPlugins && { withPlugins }) });
  searched.catch(() => undefined);
  const own = await asked;
  const found = await searched;
  const changes = await repositoryChanges(found, own, scope.cwd, changed.since);
  requireRead(
    found.unread,
    changes.flatMap((each) => (each.paths ? changedPlaces(each) : [])),
    scope.cwd,
  );
  const touched = [
    ...changes.flatMap(changedPlaces),
    ...newAndIgnored(found, changes.flatMap(ignoredPlaces)),
  ];
  const { referringSkills } = await import("./referring-skills.ts");
  const referring = referringSkills(found, changes.flatMap(changedPlaces));
  return select(found, [...touched, ...referring], touchedFiles(settingsFiles, touched, scope.cwd), {
    ...changed,
    missing: changes.flatMap(({ missing }) => missing ?? []),
  });
}

/** Untracked skills that git ignores, including through settings that are not read here. */
function newAndIgnored({ places }: Discovery, ignored: readonly string[]): readonly string[] {
  if (ignored.length === 0) return [];
  const hidden = gatherPlaces(ignored);
  return Array.from(places.values()).filter((place) => isWithin(joinNative(place, documentName), hidden));
}

function touchedFiles(files: readonly string[], touched: readonly string[], cwd: string): readonly string[] {
  const places = new Set(touched);
  return files.filter((file) => places.has(placeOf(file, cwd)));
}

function select(
  found: Discovery,
  touched: readonly string[],
  changedSettings: readonly string[],
  summary: Omit<ScopeSummary, "skills" | "selected" | "governing">,
): SelectedSources {
  const places = gatherPlaces(touched);
  const isTouched = touchedBy(places);
  // A changed symlink may let clients load skills that did not change.
  const reached = gatherPlaces(
    found.followed.filter(({ absolute }) => isLinkTouched(absolute, places)).map(({ real }) => real),
  );
  const sources = found.sources.filter((source) => {
    const place = found.places.get(source);
    // Changes of a skill that is not in a directory are unknown.
    return (
      changedSettings.length > 0 ||
      source.directory === undefined ||
      place === undefined ||
      isTouched(source.directory, place) ||
      isWithin(place, reached)
    );
  });
  return {
    sources,
    inScope: found.sources,
    loose:
      changedSettings.length > 0
        ? found.loose
        : found.loose.filter(({ absolute }) => isWithin(realDirectory(absolute), places)),
    plugins:
      changedSettings.length > 0
        ? found.plugins
        : found.plugins.filter(({ real }) => touched.some((each) => toInnerPath(real, each) !== undefined)),
    // What is needed and changed has ended the run.
    unread: found.unread.map(({ path, reason }) => ({ path, reason })),
    scopeSummary: {
      skills: found.sources.length,
      selected: sources.length,
      ...summary,
      ...(changedSettings.length > 0 && { governing: changedSettings }),
    },
  };
}

/** Throws a SkillsError if a changed path could not be read, as the change would go unchecked. */
function requireRead(unread: readonly Unread[], touched: readonly string[], cwd: string): void {
  if (unread.length === 0) return;
  const isTouched = touchedBy(gatherPlaces(touched));
  const places = gatherPlaces(touched.map(alike));
  const changed = unread.filter(({ path, reason, needed }) => {
    if (!needed && leftOutReasons.has(reason)) return false;
    const place = placeOf(path, cwd);
    const real = realDirectory(place);
    if (needed) return isTouched(place, real) || meets(alike(place), places);
    // A symlink to a directory matters only if that is a skill.
    return real === place
      ? meets(alike(place), places) && mayHoldSkill(place, touched)
      : isDirectory(real) && isTouched(place, real);
  });
  const [first] = changed;
  if (!first) return;
  const hint =
    changed.length > 1
      ? {
          hint: `${count(changed.length - 1, "other path")} changed and ${changed.length === 2 ? "was" : "were"} not read`,
        }
      : {};
  throw new SkillsError("unreadable", `${quote(first.path)} changed and was not read: ${first.reason}`, hint);
}

/**
 * Folds names for comparison. Invalid UTF-8 becomes lone surrogates in a directory listing, but U+FFFD in names from
 * git or a list of files, where one may replace several bytes.
 */
function alike(path: string): string {
  return path.replace(/[\udc80-\udcff\ufffd]+/gu, "\ufffd");
}

/**
 * Whether the changed paths may include a skill. If a whole directory changed, such as a repository, its changed
 * files are unknown.
 */
function mayHoldSkill(place: string, touched: readonly string[]): boolean {
  return (
    isTracked(place, true) ||
    touched.some((each) => {
      const inner = toInnerPath(alike(place), alike(each));
      return (
        inner !== undefined &&
        (isDocumentNameInAnyCase(inner.slice(inner.lastIndexOf("/") + 1)) || isDirectory(each))
      );
    })
  );
}
