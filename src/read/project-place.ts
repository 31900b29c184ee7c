import { statSync } from "node:fs";
import path from "node:path";
import { documentName } from "../model/document-name.ts";
import { projectDirectories } from "./find-up.ts";
import { isThere } from "./gitignore.ts";
import { joinNative } from "./label.ts";
import { readNames } from "./listing-names.ts";

/**
 * Where projects keep skills: the directory that many clients share, those of Claude Code and of Copilot, and
 * that of repositories whose product is skills.
 */
export const skillPlaces: readonly string[] = [
  ".agents/skills",
  ".claude/skills",
  ".github/skills",
  "skills",
];

/** The root of the repository that contains a directory; outside a repository, the directory itself. */
export function projectOf(directory: string, home: string | undefined): string {
  const top = projectDirectories(directory, home).at(-1)!;
  return isThere(path.join(top, ".git")) ? top : directory;
}

/**
 * The directory for a new skill, absolute: the first that exists, in the directory itself or further up in
 * its project.
 */
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

/**
 * Where skills are in a directory, relative to it: in the directories where projects keep them, or in itself
 * (".").
 */
export function placesWithSkills(directory: string): readonly string[] {
  return [...skillPlaces, "."].filter((each) => {
    try {
      return holdsSkills(path.join(directory, each));
    } catch {
      // It does not exist or may not be read, so there is nothing to suggest.
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

/** A symlink to a directory counts too. */
function isDirectoryAtEnd(absolute: string): boolean {
  try {
    return statSync(absolute).isDirectory();
  } catch {
    // It does not exist, is a dangling symlink or may not be read, so no skill can be put there.
    return false;
  }
}
