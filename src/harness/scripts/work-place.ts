import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { quote } from "../../core/show.ts";
import { readNames } from "../../read/listing-names.ts";
import { systemCode } from "../../write/cannot-write.ts";

/** The directories of one run. */
export interface Directories {
  /** The copy of the skill, where the script is started. */
  readonly skill: string;
  readonly home: string;
  readonly temporary: string;
}

export interface WorkPlace extends Directories {
  /** Holds the others and nothing else. */
  readonly root: string;
}

/** What a work place is called in all that is told of a run: where isolation puts it, and in place of a path that no two runs share. */
export const shownRoot = "/work";

export function placesIn(root: string): Directories {
  return { skill: `${root}/skill`, home: `${root}/home`, temporary: `${root}/tmp` };
}

export function makeWorkPlace(): WorkPlace {
  // Resolved, as a script that asks where it is sees no links.
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), "skills-run-")));
  const places = placesIn(root);
  for (const directory of [places.skill, places.home, places.temporary]) mkdirSync(directory);
  return { root, ...places };
}

/** Removes a work place; says what is left where that cannot be done. */
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

/** A script may have taken away the right to write, as package managers do with what they keep. */
function makeWritable(directory: string): void {
  chmodSync(directory, 0o700);
  for (const { text, kind } of readNames(directory))
    if (kind === "directory") makeWritable(path.join(directory, text));
}
