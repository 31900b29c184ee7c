import { lstatSync, statSync } from "node:fs";
import path from "node:path";
import { isMarkdown } from "../core/paths.ts";
import { isDocumentNameInAnyCase } from "../model/document-name.ts";
import { isThere, realDirectory } from "../read/there.ts";
import { rootAround } from "./client-places.ts";
import { isPattern, parsePattern } from "./glob.ts";
import { directoryAbove, joinNative } from "../read/label.ts";

/** A set of paths in which parents and children can be looked up quickly. */
export interface Places {
  readonly themselves: ReadonlySet<string>;
  /** The paths and all their parents. */
  readonly ways: ReadonlySet<string>;
}

export function gatherPlaces(places: Iterable<string>): Places {
  const themselves = new Set<string>();
  const ways = new Set<string>();
  for (const place of places) {
    themselves.add(place);
    for (let above = place; !ways.has(above); above = path.dirname(above)) ways.add(above);
  }
  return { themselves, ways };
}

/** Whether a path is in the set, or below a path in it. */
export function isWithin(absolute: string, { themselves }: Places): boolean {
  for (let place = absolute; ; place = path.dirname(place)) {
    if (themselves.has(place)) return true;
    if (path.dirname(place) === place) return false;
  }
}

/**
 * Whether a directory is in the set, or above or below a path in it. For a symlink, both its own path and its target
 * count; of a path through symlinks, each of these.
 */
export function isTouched(directory: string, places: Places): boolean {
  return touchedBy(places)(directory, realDirectory(directory));
}

/** As `isTouched`, for many sibling directories; `real` is the target of a symlink. */
export function touchedBy(places: Places): (directory: string, real: string) => boolean {
  const resolve = remember(realDirectory);
  const isAbove = remember((directory) => isWithin(directory, places));
  const isMet = (place: string): boolean => places.ways.has(place) || isAbove(directoryAbove(place));
  return (directory, real) => {
    if (isMet(real)) return true;
    if (directory === real) return false;
    const place = placeFrom(directory, resolve);
    return (place !== real && isMet(place)) || isLinkTouched(path.dirname(directory), places, resolve);
  };
}

/** Whether a path leads through a symlink that is in the set. */
export function isLinkTouched(absolute: string, { themselves }: Places, resolve = realDirectory): boolean {
  for (let at = absolute; resolve(at) !== at; at = path.dirname(at))
    if (themselves.has(placeFrom(at, resolve))) return true;
  return false;
}

/** A path with the symlinks above it resolved. */
function placeFrom(absolute: string, resolve: (directory: string) => string): string {
  return joinNative(resolve(path.dirname(absolute)), path.basename(absolute));
}

/** Caches the result for the parent directory, which siblings share. */
function remember<Answer>(find: (directory: string) => Answer): (directory: string) => Answer {
  const known = new Map<string, Answer>();
  return (directory) => {
    const answer = known.has(directory) ? known.get(directory)! : find(directory);
    known.set(directory, answer);
    return answer;
  };
}

/** As `isTouched`, for a path without symlinks. */
export function meets(place: string, places: Places): boolean {
  return places.ways.has(place) || isWithin(place, places);
}

/** The directories below which a change can affect these paths; empty for a path that does not exist. */
export function rootsOf(paths: readonly string[], cwd: string): readonly string[] {
  return paths.flatMap((written) => {
    const absolute = path.resolve(
      cwd,
      isThere(path.resolve(cwd, written)) || !isPattern(written) ? written : parsePattern(written).base,
    );
    const stats = statSync(absolute, { throwIfNoEntry: false });
    if (!stats) return [];
    return [realDirectory(stats.isDirectory() ? absolute : path.dirname(absolute))];
  });
}

/**
 * Whether a change at a path that is not a skill may have created or revealed one, or a file that was meant to be one,
 * because of a file's name, a directory or a symlink.
 */
export function mayBringSkill(place: string): boolean {
  const name = path.basename(place);
  return (
    isDocumentNameInAnyCase(name) ||
    name === ".gitignore" ||
    (isMarkdown(name) && rootAround(path.dirname(place), "") !== undefined) ||
    isNoFile(place)
  );
}

/**
 * Whether a change at a path inside one of these skills may have created another skill, which some clients look for
 * there: by a SKILL.md in another directory, a directory or a symlink.
 */
export function mayBringInnerSkill(place: string, skills: Places): boolean {
  const directory = path.dirname(place);
  if (skills.themselves.has(directory) && !isNoFile(place)) return false;
  if (!isDocumentNameInAnyCase(path.basename(place)) && !isNoFile(place)) return false;
  return rootAround(directory, "")?.insideSkills === true;
}

/** Whether there is something else than a file, such as a directory or a symlink. */
function isNoFile(place: string): boolean {
  return lstatSync(place, { throwIfNoEntry: false })?.isFile() === false;
}
