import { lstatSync, realpathSync } from "node:fs";
import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { leadsIntoGit } from "../core/paths.ts";
import { quote } from "../core/show.ts";
import type { NamedDirectory } from "./search.ts";
import { placeIn } from "../read/file-place.ts";
import { toInnerPath, toNativePath } from "../read/label.ts";
import { projectOf } from "./project-place.ts";
import { systemCode } from "../core/unreadable.ts";
import { isThere } from "../read/there.ts";

/** The location of a skill in its project. The paths contain no symlinks. */
export interface SkillPlace {
  readonly absolute: string;
  /** The skill's name for messages. */
  readonly label: string;
  readonly name: string;
  /** Absolute path of the parent directory; the next two are relative to the project. */
  readonly parent: string;
  readonly above: string;
  readonly inner: string;
  /**
   * The repository that contains the skill. Outside a repository: the working directory if it contains the skill,
   * otherwise the parent directory.
   */
  readonly project: string;
  /** The working directory. */
  readonly here: string;
}

/**
 * The location of a skill that can be renamed. Throws a SkillsError ("bad-usage") for a symlink, a path through a
 * symlink out of the project, a directory of git's, and a directory that contains the working directory, which would
 * be moved while the shell is in it.
 */
export function placeOfSkill(
  { absolute, real, label }: NamedDirectory,
  cwd: string,
  home: string | undefined,
): SkillPlace {
  const here = realpathSync.native(cwd);
  if (lstatSync(absolute).isSymbolicLink())
    throw new SkillsError("bad-usage", `${quote(label)} is a symlink; pass the skill's own directory`, {
      hint: `it points to ${quote(placeIn(real, ".", here).label)}`,
    });
  requireOwn({ absolute, real, label }, cwd, home);
  if (toInnerPath(real, here) !== undefined)
    throw new SkillsError(
      "bad-usage",
      `the working directory is inside the skill ${quote(path.basename(real))}`,
      { hint: "change to the directory above the skill" },
    );
  const parent = path.dirname(real);
  const repository = projectOf(parent, home);
  const project =
    repository === parent && !isThere(path.join(parent, ".git")) && toInnerPath(here, parent) !== undefined
      ? here
      : repository;
  return {
    absolute: real,
    label,
    name: path.basename(real),
    parent,
    above: toInnerPath(project, parent) ?? "",
    inner: toInnerPath(project, real) ?? "",
    project,
    here,
  };
}

/** Refuses a symlink from a repository to another project, whose texts would be changed too. */
function requireOwn({ absolute, real, label }: NamedDirectory, cwd: string, home: string | undefined): void {
  if (leadsIntoGit(real))
    throw new SkillsError("bad-usage", `${quote(label)} is inside ".git"; pass a directory outside it`);
  const project = projectOf(cwd, home);
  const isWithin = toInnerPath(project, absolute) !== undefined;
  if (isWithin && toInnerPath(realpathSync.native(project), real) === undefined)
    throw new SkillsError(
      "bad-usage",
      `${quote(label)} is reached through a symlink that leaves the project, to ${quote(real)}`,
      { hint: "if that is the skill you mean, run the command there" },
    );
}

/** Whether another entry already has the name. On a case-insensitive file system, the skill itself may match. */
export function isTaken({ absolute, parent }: SkillPlace, name: string): boolean {
  const there = lstatSync(path.join(parent, name), { throwIfNoEntry: false });
  const own = lstatSync(absolute);
  return there !== undefined && (there.dev !== own.dev || there.ino !== own.ino);
}

/**
 * Returns a function that determines what a path relative to a directory is: the skill (possibly through a symlink),
 * something else, or nothing. Each path is inspected once. `real` is the skill's directory without symlinks.
 */
export function skillFinder(
  directory: string,
  real: string,
): (path: string) => "skill" | "other" | undefined {
  const known = new Map<string, "skill" | "other" | undefined>();
  return (path) => {
    if (!known.has(path)) known.set(path, lookAt(toNativePath(directory, path), real));
    return known.get(path);
  };
}

function lookAt(absolute: string, real: string): "skill" | "other" | undefined {
  try {
    if (!lstatSync(absolute, { throwIfNoEntry: false })) return undefined;
    return realpathSync.native(absolute) === real ? "skill" : "other";
  } catch (error) {
    // Nothing can be below a file. A dangling symlink or an unreadable path is at least not the skill.
    return systemCode(error) === "ENOTDIR" ? undefined : "other";
  }
}
