import { trimEnd } from "../../core/white-space.ts";
import type { Skill } from "../../model/skill.ts";
import { stringField } from "./fields.ts";

/** The names under which a skill may be a directory: that of its directory, and its own. */
export function namesOf(skill: Skill): ReadonlySet<string | undefined> {
  return new Set([skill.name, stringField(skill, "name")?.value]);
}

/** A variable or a command for the root of a repository, in quotes or not. */
const root = String.raw`\$(?:\{?(?:REPO(?:SITORY)?|PROJECT|GIT|WORKSPACE)_?(?:ROOT|DIR)\}?|\(git rev-parse --show-toplevel\))`;

/** A path of at least three names, perhaps below the root of a repository. */
const fromRoot = new RegExp(
  String.raw`(?<![\w/.~$@:<>{}*\\-])(?:(?:\.\/|(${root})["']?\/))?(\.?\w[\w.-]{0,80}(?:\/\w[\w.-]{0,80}){2,12})`,
  "g",
);

export interface RepositoryPath {
  readonly start: number;
  readonly end: number;
  /** The path of the file from the skill's root. */
  readonly own: string;
}

/** The paths in a text to the skill's own files that are written from the root of the repository around it. */
export function repositoryPaths(
  text: string,
  { names, paths }: { readonly names: ReadonlySet<string | undefined>; readonly paths: ReadonlySet<string> },
): readonly RepositoryPath[] {
  return Array.from(text.matchAll(fromRoot)).flatMap(({ 0: written, 1: variable, 2: rest = "", index }) => {
    // A client's directory without the root is `own-path-fixed` itself.
    if (variable === undefined && rest.startsWith(".")) return [];
    const path = trimEnd(rest, "./");
    const own = ownPath(path, { names, isBelowRoot: variable !== undefined });
    const end = index + written.length - (rest.length - path.length);
    return own !== undefined && paths.has(own) ? [{ start: index, end, own }] : [];
  });
}

/**
 * What follows the skill's directory in a path from the root of a repository, such as "scripts/fill.py" in
 * "skills/pdf-forms/scripts/fill.py". The directory must be in one named "skills", or below a known root.
 */
export function ownPath(
  path: string,
  {
    names,
    isBelowRoot = false,
  }: { readonly names: ReadonlySet<string | undefined>; readonly isBelowRoot?: boolean },
): string | undefined {
  const segments = path.split("/");
  const from = isBelowRoot ? 0 : segments.indexOf("skills") + 1;
  if (from === 0 && !isBelowRoot) return undefined;
  const at = segments.findIndex((segment, index) => index >= from && names.has(segment));
  return at === -1 || at === segments.length - 1 ? undefined : segments.slice(at + 1).join("/");
}
