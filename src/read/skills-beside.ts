import path from "node:path";
import { isThere } from "./gitignore.ts";
import { documentName } from "../model/document-name.ts";
import { joinNative } from "./label.ts";
import { readNames } from "./listing-names.ts";
import { systemCode } from "../core/unreadable.ts";

/** Tells the names of the directories with a SKILL.md that stand beside a skill's, its own among them; none is opened. Each place is looked at once. */
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
    // Where nobody may look nothing is known to stand.
    if (systemCode(error) === undefined) throw error;
    return new Set();
  }
}
