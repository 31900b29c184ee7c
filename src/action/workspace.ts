import { realpathSync } from "node:fs";
import path from "node:path";
import type { ChangeBase } from "../api/scope/change-base.ts";
import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";
import type { Environment, Inputs } from "./inputs.ts";

/** The directory to work in, with no link on the way to it, as git has the root of the repository. */
export function findDirectory({ workingDirectory }: Inputs, env: Environment): string {
  const workspace = env["GITHUB_WORKSPACE"] || process.cwd();
  try {
    return realpathSync.native(path.resolve(workspace, workingDirectory));
  } catch (cause) {
    throw new SkillsError("not-found", `there is no directory ${quote(workingDirectory)} in the workspace`, { hint: "actions/checkout comes before this step", cause });
  }
}

/** The environment in which paths are told from the root of the repository, as GitHub wants them; it may have been checked out into a directory of the workspace. */
export function fromRoot(env: Environment, { root }: ChangeBase): Environment {
  return root === undefined ? env : { ...env, GITHUB_WORKSPACE: root };
}
