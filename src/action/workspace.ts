import { lstatSync, realpathSync } from "node:fs";
import path from "node:path";
import type { ChangeBase } from "../api/scope/change-base.ts";
import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";
import type { Environment, Inputs } from "./inputs.ts";

/** The directory to work in, with no link on the way to it, as git has the root of the repository. Throws a SkillsError for one that a link leads out of the workspace. */
export function findDirectory({ workingDirectory }: Inputs, env: Environment): string {
  const workspace = workspaceOf(env);
  const named = path.resolve(workspace, workingDirectory);
  try {
    const real = realpathSync.native(named);
    if (isLedOut(named, real, workspace))
      throw new SkillsError(
        "bad-usage",
        `the input working-directory is ${quote(workingDirectory)}, which a link leads out of the workspace`,
      );
    return real;
  } catch (cause) {
    if (cause instanceof SkillsError) throw cause;
    throw new SkillsError("not-found", `there is no directory ${quote(workingDirectory)} in the workspace`, {
      hint: "actions/checkout comes before this step",
      cause,
    });
  }
}

/** What is written into the workspace is to stay there, whatever links are checked out. Throws a SkillsError where it would not. */
export function requireOutput({ sarifFile }: Inputs, cwd: string, env: Environment): void {
  if (sarifFile === undefined) return;
  const file = path.resolve(cwd, sarifFile);
  const above = realAbove(file);
  if (above === undefined || isLedOut(file, above, workspaceOf(env)))
    throw new SkillsError(
      "bad-usage",
      `the input sarif-file is ${quote(sarifFile)}, which a link leads out of the workspace`,
    );
}

function workspaceOf(env: Environment): string {
  return path.resolve(env["GITHUB_WORKSPACE"] || process.cwd());
}

/** Whether a symlink leads out of the workspace. A path outside it that the workflow itself names, such as the runner's temporary directory, is allowed. */
function isLedOut(named: string, real: string, workspace: string): boolean {
  const realWorkspace = realpathSync.native(workspace);
  return [workspace, realWorkspace].some((root) => isWithin(named, root)) && !isWithin(real, realWorkspace);
}

function isWithin(absolute: string, root: string): boolean {
  const inner = path.relative(root, absolute);
  return inner !== ".." && !inner.startsWith(`..${path.sep}`) && !path.isAbsolute(inner);
}

/** The real path of the nearest existing directory above a file; undefined for a dangling symlink. */
function realAbove(file: string): string | undefined {
  const above = path.dirname(file);
  try {
    return lstatSync(above, { throwIfNoEntry: false }) || above === file
      ? realpathSync.native(above)
      : realAbove(above);
  } catch {
    return undefined;
  }
}

/** The environment with the repository's root as the workspace, as GitHub needs paths relative to it; it may be checked out below the workspace. */
export function fromRoot(env: Environment, { root }: ChangeBase): Environment {
  return root === undefined ? env : { ...env, GITHUB_WORKSPACE: root };
}
