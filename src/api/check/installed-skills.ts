import { SkillsError } from "../../core/errors.ts";
import type { Subject } from "../../model/report.ts";
import { places } from "../../install/place-names.ts";
import { toNativePath } from "../../read/label.ts";
import { skillPlaces } from "../../find/project-place.ts";
import { readLockFile } from "../roots/root-lock.ts";
import { isThere } from "../../read/there.ts";

/** The paths of the skills that a lock of the project lists: they were installed, not written here. */
export function installedSkills(subjects: readonly Pick<Subject, "path">[], cwd: string): readonly string[] {
  const listed = namesIn("skills-lock.json", cwd);
  return skillPlaces.flatMap((place) => {
    const names = new Set([...listed, ...namesIn(`${place}/${places.lock}`, cwd)]);
    return subjects.flatMap(({ path }) =>
      path.startsWith(`${place}/`) && names.has(path.slice(place.length + 1)) ? [path] : [],
    );
  });
}

/** An unreadable lock lists nothing; `skills verify` reports it. */
function namesIn(label: string, cwd: string): readonly string[] {
  const absolute = toNativePath(cwd, label);
  if (!isThere(absolute)) return [];
  try {
    return Array.from(readLockFile(absolute, label).lock.keys());
  } catch (error) {
    if (error instanceof SkillsError) return [];
    throw error;
  }
}
