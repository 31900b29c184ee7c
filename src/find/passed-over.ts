import { realpathSync } from "node:fs";
import { compilePathPattern, type PathPattern } from "../core/path-pattern.ts";
import { toInnerPath } from "../read/label.ts";
import { realDirectory } from "../read/there.ts";

/** Patterns, and the absolute path of the directory that they are relative to. */
export interface PathPatterns {
  readonly directory: string;
  readonly patterns: readonly string[];
}

/** An entry's path as it was reached, and its path without symlinks. */
interface TwoPaths {
  readonly absolute: string;
  readonly real: string;
}

/** Whether a file or directory is excluded when it is reached from another directory. */
export type PassOver = (place: TwoPaths, isDirectory: boolean) => boolean;

/**
 * The patterns that apply below a directory that the user passed. Patterns that exclude the directory itself are
 * removed, as they would exclude everything in it.
 */
export function passOverBelow({ directory, patterns }: PathPatterns, top: TwoPaths): PassOver {
  const inner = insideOf(directory);
  const topPath = inner(top);
  const holding: readonly PathPattern[] = patterns
    .map(compilePathPattern)
    .filter((covers) => !topPath || !covers(`${topPath}/`));
  return (place, isDirectory) => {
    const path = inner(place);
    return (
      path !== undefined && path !== "" && holding.some((covers) => covers(isDirectory ? `${path}/` : path))
    );
  };
}

function insideOf(directory: string): (place: TwoPaths) => string | undefined {
  const real = realpathSync.native(directory);
  return (place) => toInnerPath(directory, place.absolute) ?? toInnerPath(real, place.real);
}

/**
 * The path of a skill relative to a directory, to which patterns are compared; undefined if the skill is not in a
 * directory, or outside this one.
 */
export function pathInside(directory: string, skill: string | undefined): string | undefined {
  if (skill === undefined) return undefined;
  return toInnerPath(directory, skill) ?? toInnerPath(realDirectory(directory), realDirectory(skill));
}
