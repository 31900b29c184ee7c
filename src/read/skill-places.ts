import { realpathSync } from "node:fs";
import path from "node:path";
import { isDocumentNameInAnyCase } from "./document-name.ts";
import { isThere } from "./gitignore.ts";
import { systemCode } from "./unreadable.ts";

/** Paths of which can be told quickly what lies above and below them. */
export interface Places {
  readonly themselves: ReadonlySet<string>;
  /** These and every directory above one. */
  readonly ways: ReadonlySet<string>;
}

export function gatherPlaces(places: Iterable<string>): Places {
  const themselves = new Set<string>();
  const ways = new Set<string>();
  for (const place of places) {
    themselves.add(place);
    for (const above of selfAndAbove(place)) {
      if (ways.has(above)) break;
      ways.add(above);
    }
  }
  return { themselves, ways };
}

/** Whether a path is one of the places, or lies below one. */
export function isWithin(absolute: string, { themselves }: Places): boolean {
  for (const place of selfAndAbove(absolute)) if (themselves.has(place)) return true;
  return false;
}

/** Whether one of the places lies in a directory, or is it, or one above it. Of a link it is enough that one does where it stands or where it leads. */
export function isTouched(directory: string, places: Places): boolean {
  return [placeOf(directory), realDirectory(directory)].some((place) => meets(place, places));
}

/** As `isTouched`, of a path with no link in it. */
export function meets(place: string, places: Places): boolean {
  return places.ways.has(place) || isWithin(place, places);
}

/** Where a path leads with every link on the way to it resolved, but not what stands there itself; what is gone has the path that it had. */
export function placeOf(written: string, cwd = ""): string {
  const absolute = path.resolve(cwd, written);
  const above = path.dirname(absolute);
  return above === absolute ? absolute : path.join(realDirectory(above), path.basename(absolute));
}

export function realDirectory(absolute: string): string {
  try {
    return realpathSync.native(absolute);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return placeOf(absolute);
  }
}

/** The directory that was a skill's until its SKILL.md, which stood at this place, was taken away. */
export function directoryOfGoneSkill(place: string): { readonly directory: string; readonly name: string } | undefined {
  if (!isDocumentNameInAnyCase(path.basename(place)) || isThere(place)) return undefined;
  const directory = path.dirname(place);
  return { directory, name: path.basename(directory) };
}

function* selfAndAbove(absolute: string): Generator<string> {
  for (let place = absolute; ; place = path.dirname(place)) {
    yield place;
    if (path.dirname(place) === place) return;
  }
}
