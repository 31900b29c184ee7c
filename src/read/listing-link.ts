import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import type { SymbolicLink } from "../model/source.ts";
import { toInnerPath } from "./label.ts";
import { systemCode } from "../core/unreadable.ts";

const nowhere: ReadonlySet<string | undefined> = new Set(["ENOENT", "ELOOP", "ENOTDIR", "ENAMETOOLONG"]);

/** Where a link in a skill's directory, `root`, leads; without opening anything. */
export function followLink(absolute: string, root: string): SymbolicLink {
  const target = readTarget(absolute);
  try {
    const real = realpathSync.native(absolute);
    if (toInnerPath(realpathSync.native(root), real) === undefined) return { target, leads: "outside" };
    const stats = lstatSync(real);
    return { target, leads: stats.isFile() ? "file" : stats.isDirectory() ? "directory" : "other" };
  } catch (error) {
    // What cannot be followed for any other reason, such as a directory without permission, is not known to be inside.
    return { target, leads: nowhere.has(systemCode(error)) ? "nowhere" : "outside" };
  }
}

/** The path from the root of what a link leads to, no link left in it; undefined where that is not inside, or is gone. */
export function linkedPath(absolute: string, root: string): string | undefined {
  try {
    return toInnerPath(realpathSync.native(root), realpathSync.native(absolute));
  } catch {
    return undefined;
  }
}

/** Empty where the link went away after it was listed. */
function readTarget(absolute: string): string {
  try {
    return readlinkSync(absolute);
  } catch {
    return "";
  }
}
