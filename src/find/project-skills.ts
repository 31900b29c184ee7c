import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { discover } from "./discover.ts";
import { documentName } from "../model/document-name.ts";
import { toLabel, toNativePath } from "../read/label.ts";
import { skillPlaces } from "./project-place.ts";
import { isThere, projectDirectories } from "../read/there.ts";

/** The skills of a project, which are used if the user passes no path. */
export interface ProjectSkills {
  readonly paths: readonly string[];
  /** "skill": the working directory is inside a skill; "tree": skills anywhere below it. */
  readonly found: "skill" | "tree";
}

/**
 * Finds the skill in the project that contains the working directory; otherwise the whole directory and, explicitly,
 * the directories in which projects keep skills, as git may ignore those. A project without a ".git" ends at `home`.
 */
export async function findProjectSkills(cwd: string, home: string | undefined): Promise<ProjectSkills> {
  const own = projectDirectories(cwd, home).find((directory) => isThere(path.join(directory, documentName)));
  if (own !== undefined) return { paths: [toLabel(path.relative(cwd, own)) || "."], found: "skill" };
  const places: string[] = [];
  for (const place of skillPlaces) if (await holdsSkill(place, cwd)) places.push(place);
  return { paths: [".", ...places], found: "tree" };
}

async function holdsSkill(place: string, cwd: string): Promise<boolean> {
  if (!isThere(toNativePath(cwd, place))) return false;
  try {
    return (await discover([place], { cwd })).sources.length > 0;
  } catch (error) {
    if (error instanceof SkillsError) return false;
    throw error;
  }
}

/**
 * Runs with the paths that `findProjectSkills` found. Without any skill, the error lists the directories where skills
 * are expected.
 */
export async function withProjectSkills<Result>(
  paths: readonly string[],
  run: (paths: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const [, ...places] = paths;
  try {
    return await run(paths);
  } catch (error) {
    if (!(error instanceof SkillsError) || error.code !== "not-a-skill") throw error;
    // Git may ignore everything except these directories.
    if (places.length > 0) return run(places);
    throw noProjectSkills(error);
  }
}

/** The error if none of these directories contains a skill. */
function noProjectSkills(cause: SkillsError): SkillsError {
  return new SkillsError(
    "not-a-skill",
    "no skill found: no SKILL.md in this directory, above it or below it",
    {
      hint: cause.hint?.includes("was not read")
        ? cause.hint
        : "create one with `skills init`, or check another directory with `skills check PATH`",
      cause,
    },
  );
}
