import { realpathSync } from "node:fs";
import path from "node:path";
import { systemCode } from "./cannot-write.ts";

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
