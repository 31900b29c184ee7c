import { mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { systemCode } from "./cannot-write.ts";

/**
 * Makes a folder and those above it that are missing; the first that was made, undefined where it was there. Throws the file system's own errors.
 * Node's own way to do so never ends where a folder says that it is not there and is, such as /proc or one that was deleted (openclaw/openclaw#130807).
 */
export function makeFolder(absolute: string): string | undefined {
  try {
    mkdirSync(absolute);
    return absolute;
  } catch (error) {
    const above = path.dirname(absolute);
    if (systemCode(error) !== "ENOENT" || above === absolute) {
      if (isFolder(absolute)) return undefined;
      throw error;
    }
    const made = makeFolder(above);
    return makeUnlessThere(absolute) ? (made ?? absolute) : made;
  }
}

/** Whether it was not there: another process may be making the same folders. */
function makeUnlessThere(absolute: string): boolean {
  try {
    mkdirSync(absolute);
    return true;
  } catch (error) {
    if (isFolder(absolute)) return false;
    throw error;
  }
}

/** Whether a directory stands there, or at the end of a link there. */
export function isFolder(absolute: string): boolean {
  try {
    return statSync(absolute).isDirectory();
  } catch {
    return false;
  }
}
