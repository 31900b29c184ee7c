import { statSync } from "node:fs";
import path from "node:path";
import { documentName } from "../model/document-name.ts";
import { projectDirectories } from "./find-up.ts";
import { isThere } from "./gitignore.ts";
import { joinNative } from "./label.ts";
import { readNames } from "./listing-names.ts";

/** Where projects keep skills: the place that many clients share, those of Claude Code and of Copilot, and that of repositories whose product is skills. */
export const skillPlaces: readonly string[] = [
  ".agents/skills",
  ".claude/skills",
  ".github/skills",
  "skills",
];

/** The repository that a directory is in; outside of one, the directory itself. */
export function projectOf(directory: string, home: string | undefined): string {
  const top = projectDirectories(directory, home).at(-1)!;
  return isThere(path.join(top, ".git")) ? top : directory;
}

/** The place for a new skill, absolute: the first that is there already, in the directory itself or, further up, in its project. */
export function placeForSkill(directory: string, home: string | undefined): string {
  const project = projectOf(directory, home);
  for (let at = directory; ; at = path.dirname(at)) {
    const place =
      skillPlaces.map((each) => path.join(at, each)).find(isDirectoryAtEnd) ??
      (holdsSkills(at) ? at : undefined);
    if (place !== undefined) return place;
    if (at === project) return path.join(directory, "skills");
  }
}

/** Where skills lie in a directory, from there: in places where projects keep them, or in itself (".") */
export function placesWithSkills(directory: string): readonly string[] {
  return [...skillPlaces, "."].filter((each) => {
    try {
      return holdsSkills(path.join(directory, each));
    } catch {
      // It is not there, or nobody may look: then there is nothing to propose.
      return false;
    }
  });
}

function holdsSkills(directory: string): boolean {
  return readNames(directory).some(
    ({ text, kind }) =>
      kind === "directory" &&
      !text.startsWith(".") &&
      isThere(joinNative(joinNative(directory, text), documentName)),
  );
}

/** A link to a directory will do. */
function isDirectoryAtEnd(absolute: string): boolean {
  try {
    return statSync(absolute).isDirectory();
  } catch {
    // It is not there, or leads nowhere, or nobody may look: then it is no place for a skill either.
    return false;
  }
}
