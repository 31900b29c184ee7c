import { SkillsError } from "../../core/errors.ts";
import { findProjectSkills, noProjectSkills, type ProjectSkills } from "../../read/project-skills.ts";
import { check } from "../check.ts";
import type { CheckOptions, CheckResult } from "./check-options.ts";

/** The paths for somebody who names none. */
export async function projectScope(
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ProjectSkills> {
  return findProjectSkills(cwd, env[process.platform === "win32" ? "USERPROFILE" : "HOME"]);
}

/** Checks what `projectScope` has found. Where there is no skill, the error says where one would be. */
export async function checkProject(options: CheckOptions): Promise<CheckResult> {
  const [, ...places] = options.paths;
  try {
    return await check(options);
  } catch (error) {
    if (!(error instanceof SkillsError) || error.code !== "not-a-skill") throw error;
    // Git may ignore all of them but the places.
    if (places.length > 0) return check({ ...options, paths: places });
    throw noProjectSkills(error);
  }
}
