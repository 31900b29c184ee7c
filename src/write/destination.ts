import { realpathSync } from "node:fs";
import path from "node:path";
import { systemCode } from "./cannot-write.ts";

/** A file that may be written once all else is known. */
export interface Destination {
  readonly absolute: string;
  /** The folder that it stands in, with no link on the way there. */
  readonly folder: string;
}

/** Where a file that the user wrote would stand. */
export function findDestination(written: string, cwd: string): Destination {
  const absolute = path.resolve(cwd, written);
  return { absolute, folder: realFolder(path.dirname(absolute)) };
}

/** What is said of the first of these folders that the file would stand in, or below; undefined where it stands in none. */
export function enclosing<Said>(
  { folder }: Pick<Destination, "folder">,
  folders: ReadonlyMap<string, Said>,
): Said | undefined {
  for (let above = folder; ; above = path.dirname(above)) {
    const said = folders.get(above);
    if (said !== undefined || path.dirname(above) === above) return said;
  }
}

/** A folder with every link resolved; what is not there yet, or may not be looked at, is as it was written. */
export function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch (error) {
    const above = path.dirname(folder);
    if (above === folder || systemCode(error) === undefined) throw error;
    return path.join(realFolder(above), path.basename(folder));
  }
}
