import { lstatSync, realpathSync, statSync, type Stats } from "node:fs";
import path from "node:path";
import { systemCode } from "../core/unreadable.ts";

export function isThere(absolute: string): boolean {
  return look(absolute) !== undefined;
}

export function isDirectory(absolute: string): boolean {
  return look(absolute)?.isDirectory() ?? false;
}

/** As `isDirectory`, and true for a symlink to a directory that can be reached. */
export function leadsToDirectory(absolute: string): boolean {
  try {
    return statSync(absolute).isDirectory();
  } catch {
    // It does not exist, is a dangling symlink or may not be inspected, so nothing can be read or written in it.
    return false;
  }
}

/** Also undefined for a file that may not be inspected, as git cannot read it either. */
function look(absolute: string): Stats | undefined {
  try {
    return lstatSync(absolute, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/**
 * A path in which the symlinks of parent directories are resolved, but not the entry itself. A deleted entry keeps
 * the path that it had.
 */
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

/**
 * A directory and its parents within one project: up to the first that contains ".git", otherwise up to the last
 * below the home directory, or to the file system's root. The directory itself is always included.
 */
export function projectDirectories(directory: string, home: string | undefined): readonly string[] {
  const homes = home === undefined || home === "" ? [] : [path.resolve(home), realOrNothing(home)];
  const chain = [directory];
  for (let at = directory; !isThere(path.join(at, ".git")) && !homes.includes(at); chain.push(at)) {
    const above = path.dirname(at);
    if (above === at || homes.includes(above)) break;
    at = above;
  }
  return chain;
}

/**
 * Returns a function for one run: what `at` finds in a directory, or else in the nearest one above it. Each directory is
 * inspected once.
 */
export function nearestAbove<Found>(
  at: (directory: string) => Found | undefined,
): (directory: string) => Found | undefined {
  const known = new Map<string, Found | undefined>();
  const find = (directory: string): Found | undefined => {
    if (known.has(directory)) return known.get(directory);
    const above = path.dirname(directory);
    const found = at(directory) ?? (above === directory ? undefined : find(above));
    known.set(directory, found);
    return found;
  };
  return find;
}

function realOrNothing(directory: string): string | undefined {
  try {
    return realpathSync.native(directory);
  } catch {
    return undefined;
  }
}
