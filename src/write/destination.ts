import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";
import { attempt, systemCode } from "./cannot-write.ts";

/** The location to which a file will be written. */
export interface Destination {
  readonly absolute: string;
  /** The file's directory, with symlinks resolved. */
  readonly folder: string;
}

/** Resolves a path from the command line. */
export function findDestination(written: string, cwd: string): Destination {
  const absolute = path.resolve(cwd, written);
  return { absolute, folder: realFolder(path.dirname(absolute)) };
}

/**
 * As `findDestination`, for a file that will be written. Throws a SkillsError ("unwritable") if a directory in its path
 * is a symlink that an untrusted repository may contain: the file would be written elsewhere.
 */
export function findOutput(written: string, cwd: string): Destination {
  const found = findDestination(written, cwd);
  const base = commonFolder(cwd, found.absolute);
  // Symlinks such as /tmp and those of the user's home directory are not part of a repository.
  if (base === path.resolve(cwd) || !path.isAbsolute(written)) requireNoLink(base, found.absolute, written);
  return found;
}

function commonFolder(cwd: string, absolute: string): string {
  let base = path.resolve(cwd);
  while (base !== path.dirname(base) && !isBelow(base, absolute)) base = path.dirname(base);
  return base;
}

function isBelow(folder: string, absolute: string): boolean {
  const rest = path.relative(folder, absolute);
  return rest.split(path.sep)[0] !== ".." && !path.isAbsolute(rest);
}

/** Looks at the directories between `base` and the file. */
function requireNoLink(base: string, absolute: string, written: string): void {
  const steps = path.relative(base, path.dirname(absolute)).split(path.sep);
  let folder = base;
  for (const step of steps) {
    folder = path.join(folder, step);
    const stats = attempt(written, () => lstatSync(folder, { throwIfNoEntry: false }));
    if (!stats) return;
    if (!stats.isSymbolicLink()) continue;
    const link = path.relative(base, folder);
    throw new SkillsError(
      "unwritable",
      `cannot write ${quote(written)}: ${quote(link)} is a symlink to ${quote(readlinkSync(folder), 200)}`,
      { hint: "if you mean that directory, pass its real path" },
    );
  }
}

/** The value of the nearest of these directories that contains the file; undefined if none of them does. */
export function enclosing<Value>(
  { folder }: Pick<Destination, "folder">,
  folders: ReadonlyMap<string, Value>,
): Value | undefined {
  for (let above = folder; ; above = path.dirname(above)) {
    const value = folders.get(above);
    if (value !== undefined || path.dirname(above) === above) return value;
  }
}

/** A directory with all symlinks resolved; missing or unreadable parts remain as written. */
export function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch (error) {
    const above = path.dirname(folder);
    if (above === folder || systemCode(error) === undefined) throw error;
    return path.join(realFolder(above), path.basename(folder));
  }
}
