import { mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { systemCode } from "./cannot-write.ts";

/**
 * Creates a directory and its missing parents with this mode, less the user's mask. Returns the first one that was created; undefined if the directory
 * existed. Throws file system errors. Node's `recursive` option never returns for a directory that exists but reports
 * ENOENT, such as /proc or a deleted one (openclaw/openclaw#130807).
 */
export function makeFolder(absolute: string, mode = 0o777): string | undefined {
  try {
    mkdirSync(absolute, { mode });
    return absolute;
  } catch (error) {
    const above = path.dirname(absolute);
    if (systemCode(error) !== "ENOENT" || above === absolute) {
      if (isFolder(absolute)) return undefined;
      throw error;
    }
    const made = makeFolder(above, mode);
    return makeUnlessThere(absolute, mode) ? (made ?? absolute) : made;
  }
}

/** Whether the directory was created by this call: another process may be creating the same directories. */
function makeUnlessThere(absolute: string, mode: number): boolean {
  try {
    mkdirSync(absolute, { mode });
    return true;
  } catch (error) {
    if (isFolder(absolute)) return false;
    throw error;
  }
}

/** Whether the path is a directory or a symlink to one. */
export function isFolder(absolute: string): boolean {
  try {
    return statSync(absolute).isDirectory();
  } catch {
    return false;
  }
}
