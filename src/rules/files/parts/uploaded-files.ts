import type { Skill } from "../../../model/skill.ts";
import type { FileEntry } from "../../../model/source.ts";

/**
 * Paths that package_skill.py leaves out of an archive: anthropics/skills
 * skills/skill-creator/scripts/package_skill.py@9d2f1ae.
 */
const leftOut = /^evals\/|(?:^|\/)(?:__pycache__|node_modules)\/|(?:^|\/)\.DS_Store$|\.pyc$/;

/** The files that are part of an upload of the skill to Claude. */
export function uploadedFiles({ files }: Skill): readonly FileEntry[] {
  return files.filter(({ path, kind }) => kind === "file" && !leftOut.test(path));
}
