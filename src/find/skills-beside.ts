import path from "node:path";
import { documentName } from "../model/document-name.ts";
import { joinNative } from "../read/label.ts";
import { readNames } from "../read/listing-names.ts";
import { systemCode } from "../core/unreadable.ts";
import { isThere } from "../read/there.ts";

/**
 * Returns a function that lists the sibling directories of a skill that contain a SKILL.md, the skill's own
 * included. No file is opened; each directory is listed once.
 */
export function besideFinder(): (directory: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  return (directory) => {
    const above = path.dirname(directory);
    const names = known.get(above) ?? skillsIn(above);
    known.set(above, names);
    return names;
  };
}

function skillsIn(above: string): ReadonlySet<string> {
  try {
    const directories = readNames(above).filter(({ kind }) => kind === "directory" || kind === "symlink");
    return new Set(
      directories
        .map(({ text }) => text)
        .filter((name) => isThere(joinNative(joinNative(above, name), documentName))),
    );
  } catch (error) {
    // A directory that cannot be read counts as empty.
    if (systemCode(error) === undefined) throw error;
    return new Set();
  }
}
