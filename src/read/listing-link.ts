import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import type { SymbolicLink } from "../model/source.ts";
import { toInnerPath } from "./label.ts";
import { systemCode } from "../core/unreadable.ts";

const nowhere: ReadonlySet<string | undefined> = new Set(["ENOENT", "ELOOP", "ENOTDIR", "ENAMETOOLONG"]);

/** Where a symlink in a skill's directory `root` points, determined without opening it. */
export function followLink(absolute: string, root: string): SymbolicLink {
  const target = readTarget(absolute);
  try {
    const real = realpathSync.native(absolute);
    if (toInnerPath(realpathSync.native(root), real) === undefined) return { target, leads: "outside" };
    const stats = lstatSync(real);
    return { target, leads: stats.isFile() ? "file" : stats.isDirectory() ? "directory" : "other" };
  } catch (error) {
    // If the target cannot be followed for another reason, such as a missing permission, it is not known to be inside.
    return { target, leads: nowhere.has(systemCode(error)) ? "nowhere" : "outside" };
  }
}

/** The real path of a symlink's target, relative to the root; undefined if it is outside or does not exist. */
export function linkedPath(absolute: string, root: string): string | undefined {
  try {
    return toInnerPath(realpathSync.native(root), realpathSync.native(absolute));
  } catch {
    return undefined;
  }
}

/** The target as written; empty if the symlink was deleted after it was listed. */
function readTarget(absolute: string): string {
  try {
    return readlinkSync(absolute);
  } catch {
    return "";
  }
}
