import { lstatSync, realpathSync } from "node:fs";
import { toNativePath } from "./label.ts";
import { systemCode } from "./unreadable.ts";

/** Tells of paths from a directory whether the skill stands there, by whatever link, or something else; each is looked at once. `real` is the skill's directory with no link in it. */
export function skillFinder(
  directory: string,
  real: string,
): (path: string) => "skill" | "other" | undefined {
  const known = new Map<string, "skill" | "other" | undefined>();
  return (path) => {
    if (!known.has(path)) known.set(path, lookAt(toNativePath(directory, path), real));
    return known.get(path);
  };
}

function lookAt(absolute: string, real: string): "skill" | "other" | undefined {
  try {
    if (!lstatSync(absolute, { throwIfNoEntry: false })) return undefined;
    return realpathSync.native(absolute) === real ? "skill" : "other";
  } catch (error) {
    // Below a file nothing can stand; a link that leads nowhere, or what nobody may look at, is at least not the skill.
    return systemCode(error) === "ENOTDIR" ? undefined : "other";
  }
}
