import { SkillsError } from "../../core/errors.ts";
import { count } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { SkillSource, Unread } from "../../model/source.ts";
import type { Discovery } from "../../read/discover.ts";
import { documentName, isDocumentNameInAnyCase } from "../../model/document-name.ts";
import { isTracked } from "../../read/git-index.ts";
import { isDirectory } from "../../read/gitignore.ts";
import { joinNative, toInnerPath } from "../../read/label.ts";
import { gatherPlaces, isWithin, meets, placeOf, realDirectory, touchedBy } from "../../read/skill-places.ts";
import type { ScopeSummary } from "../../results/validate.ts";
import { findSources, type Scope } from "./find-sources.ts";
import {
  changedPlaces,
  changesInRepositoryOf,
  ignoredPlaces,
  repositoryChanges,
} from "./repository-changes.ts";

/** Which of the skills in scope to check: changed ones, or those that hold given files; all if neither is given. */
export interface ScopeFilter {
  /** Those with a file that differs from the last commit, or, with `since`, from where the branches parted. */
  readonly changed?: { readonly since?: string };
  /** Those that hold one of these files, by paths from the working directory; a deleted file counts too. */
  readonly files?: readonly string[];
  /** Files that govern every skill, such as a config or a baseline, by paths from the working directory: if one of them changed or was named, all skills are checked. */
  readonly settingsFiles?: readonly string[];
}

export interface SelectedSources {
  /** To be looked at. */
  readonly sources: readonly SkillSource[];
  /** All skills in scope, in the order in which they were found. Of those that are not to be looked at nothing was opened. */
  readonly inScope: readonly SkillSource[];
  readonly unread: readonly Unread[];
  /** Absent where all are looked at. */
  readonly scopeSummary?: ScopeSummary;
}

/**
 * The skills to be looked at, and those beside them. `meanwhile` is called while git is at work, if it is. Throws a SkillsError where
 * there is no skill in scope, no git to tell changes, or a change to something that could not be read.
 */
export async function selectSources(
  { changed, files, settingsFiles = [], ...scope }: Scope & ScopeFilter,
  meanwhile?: () => Promise<unknown>,
): Promise<SelectedSources> {
  if (changed && files)
    throw new SkillsError(
      "bad-usage",
      "changed skills and those of a list of files cannot be asked for at once",
    );
  if (changed) return selectChanged(scope, changed, settingsFiles, meanwhile);
  const found = await findSources(scope);
  if (!files) return { sources: found.sources, inScope: found.sources, unread: found.unread };
  const places = files.map((file) => placeOf(file, scope.cwd));
  requireRead(found.unread, places, scope.cwd);
  const skills = gatherPlaces(found.places.values());
  return select(found, places, touchedFiles(settingsFiles, places, scope.cwd), {
    missing: [],
    files: { named: files.length, outside: places.filter((place) => !isWithin(place, skills)).length },
  });
}

async function selectChanged(
  scope: Scope,
  changed: { readonly since?: string },
  settingsFiles: readonly string[],
  meanwhile?: () => Promise<unknown>,
): Promise<SelectedSources> {
  const own = await changesInRepositoryOf(scope.cwd, changed.since, meanwhile);
  const found = await findSources(scope, own?.known);
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
  return select(found, touched, touchedFiles(settingsFiles, touched, scope.cwd), {
    ...changed,
    missing: changes.flatMap(({ missing }) => missing ?? []),
  });
}

/** Skills that git has never seen and is told to ignore, be it in settings that are not looked at here. */
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
  { sources: inScope, places, unread }: Discovery,
  touched: readonly string[],
  changedSettings: readonly string[],
  found: Omit<ScopeSummary, "skills" | "selected" | "governing">,
): SelectedSources {
  const isTouched = touchedBy(gatherPlaces(touched));
  const sources = inScope.filter((source) => {
    const place = places.get(source);
    // Of what is in no directory nobody can tell whether it changed.
    return (
      changedSettings.length > 0 ||
      source.directory === undefined ||
      place === undefined ||
      isTouched(source.directory, place)
    );
  });
  return {
    sources,
    inScope,
    unread,
    scopeSummary: {
      skills: inScope.length,
      selected: sources.length,
      ...found,
      ...(changedSettings.length > 0 && { governing: changedSettings }),
    },
  };
}

/** Where a skill that was passed over may have changed, nobody can say of the change that all is well with it. Throws a SkillsError then. */
function requireRead(unread: readonly Unread[], touched: readonly string[], cwd: string): void {
  if (unread.length === 0) return;
  const isTouched = touchedBy(gatherPlaces(touched));
  const places = gatherPlaces(touched.map(alike));
  const changed = unread.filter(({ path }) => {
    const place = placeOf(path, cwd);
    const real = realDirectory(place);
    // A link to a directory is told of only where that is a skill.
    return real === place
      ? meets(alike(place), places) && mayHoldSkill(place, touched)
      : isDirectory(real) && isTouched(place, real);
  });
  const [first] = changed;
  if (!first) return;
  const hint =
    changed.length > 1
      ? {
          hint: `${count(changed.length - 1, "more place")} changed and ${changed.length === 2 ? "was" : "were"} not read`,
        }
      : {};
  throw new SkillsError("unreadable", `${quote(first.path)} changed and was not read: ${first.reason}`, hint);
}

/** Bytes that are not UTF-8 stand in a listing as lone surrogates, and in what git or a list of files says as U+FFFD, which may stand for several. */
function alike(path: string): string {
  return path.replace(/[\udc80-\udcff\ufffd]+/gu, "\ufffd");
}

/** Of a directory that changed as a whole, such as a repository, only that is known. */
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
