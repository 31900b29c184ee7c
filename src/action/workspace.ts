import { lstatSync, realpathSync } from "node:fs";
import path from "node:path";
import type { ChangeBase } from "../api/scope/change-base.ts";
import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";
import type { Environment, Inputs } from "./inputs.ts";

/**
 * The directory to work in, with symlinks resolved, as git resolves them in the root of a repository. Throws a
 * SkillsError if it is outside the workspace.
 */
export function findDirectory({ workingDirectory }: Inputs, env: Environment): string {
  const workspace = workspaceOf(env);
  const named = path.resolve(workspace, workingDirectory);
  try {
    const real = realpathSync.native(named);
    if (isLedOut(named, real, workspace))
      throw new SkillsError(
        "bad-usage",
        `the input working-directory, ${quote(workingDirectory)}, points outside the workspace through a symlink`,
      );
    return real;
  } catch (cause) {
    if (cause instanceof SkillsError) throw cause;
    throw new SkillsError("not-found", `the workspace has no directory ${quote(workingDirectory)}`, {
      hint: "run actions/checkout before this step",
      cause,
    });
  }
}

/** Output must stay in the workspace, even if a checked-out file is a symlink. Throws a SkillsError otherwise. */
export function requireOutput({ sarifFile, htmlFile }: Inputs, cwd: string, env: Environment): void {
  for (const [input, named] of Object.entries({ "sarif-file": sarifFile, "html-file": htmlFile })) {
    if (named === undefined) continue;
    const file = path.resolve(cwd, named);
    const above = realAbove(file);
    if (above === undefined || isLedOut(file, above, workspaceOf(env)))
      throw new SkillsError(
        "bad-usage",
        `the input ${input}, ${quote(named)}, points outside the workspace through a symlink`,
      );
  }
}

function workspaceOf(env: Environment): string {
  return path.resolve(env["GITHUB_WORKSPACE"] || process.cwd());
}

/**
 * Whether a symlink redirects a path from inside the workspace to outside it. A path that is outside as written, such
 * as the runner's temporary directory, is allowed.
 */
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

/**
 * The environment with the repository's root as the workspace, as GitHub needs paths relative to it; it may be checked
 * out below the workspace.
 */
export function fromRoot(env: Environment, { root }: ChangeBase): Environment {
  return root === undefined ? env : { ...env, GITHUB_WORKSPACE: root };
}
