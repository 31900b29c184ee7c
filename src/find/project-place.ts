import path from "node:path";
import { documentName } from "../model/document-name.ts";
import { joinNative } from "../read/label.ts";
import { readNames } from "../read/listing-names.ts";
import { isThere, leadsToDirectory, projectDirectories } from "../read/there.ts";

/**
 * The directories in which projects keep skills: the one that many clients share, those of Claude Code and Copilot,
 * and the one of repositories that publish skills.
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
 * Absolute path of the directory for a new skill: the first that exists, in the given directory or above it in its
 * project.
 */
export function placeForSkill(directory: string, home: string | undefined): string {
  const project = projectOf(directory, home);
  for (let at = directory; ; at = path.dirname(at)) {
    const place =
      skillPlaces.map((each) => path.join(at, each)).find(leadsToDirectory) ??
      (holdsSkills(at) ? at : undefined);
    if (place !== undefined) return place;
    if (at === project) return path.join(directory, "skills");
  }
}

/**
 * The directories that contain skills, relative to a directory: those in which projects keep them, or the directory
 * itself (".").
 */
export function placesWithSkills(directory: string): readonly string[] {
  return [...skillPlaces, "."].filter((each) => {
    try {
      return holdsSkills(path.join(directory, each));
    } catch {
      // A directory that does not exist or cannot be read is not suggested.
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
