import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { quote } from "../../core/show.ts";
import { readNames } from "../../read/listing-names.ts";
import { systemCode } from "../../write/cannot-write.ts";

/** The directories of one run. */
export interface Directories {
  /** The copy of the skill. */
  readonly skill: string;
  /** The copy of the user's project; empty if there is none. */
  readonly project: string;
  readonly home: string;
  readonly temporary: string;
}

export interface WorkPlace extends Directories {
  /** The parent of the others; contains nothing else. */
  readonly root: string;
}

/**
 * The path that replaces the run's directory in all output. It is the path in the sandbox; the temporary path differs
 * between runs.
 */
export const shownRoot = "/work";

export function placesIn(root: string): Directories {
  return {
    skill: `${root}/skill`,
    project: `${root}/project`,
    home: `${root}/home`,
    temporary: `${root}/tmp`,
  };
}

export function makeWorkPlace(): WorkPlace {
  // Symlinks are resolved, as a script that asks for its directory gets the path without them.
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), "skills-run-")));
  const places = placesIn(root);
  for (const directory of [places.skill, places.project, places.home, places.temporary]) mkdirSync(directory);
  return { root, ...places };
}

/** Removes the directories of a run. If that fails, returns a message with the remaining path. */
export function removeWorkPlace({ root }: Pick<WorkPlace, "root">): string | undefined {
  try {
    if (!removed(root)) makeWritable(root);
    rmSync(root, { recursive: true, force: true });
    return undefined;
  } catch (error) {
    return `the temporary directory ${quote(root)} could not be removed (${systemCode(error) ?? "unknown reason"})`;
  }
}

function removed(root: string): boolean {
  try {
    rmSync(root, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}

/** A script may have removed the write permission, as package managers do in their caches. */
function makeWritable(directory: string): void {
  chmodSync(directory, 0o700);
  for (const { text, kind } of readNames(directory))
    if (kind === "directory") makeWritable(path.join(directory, text));
}
