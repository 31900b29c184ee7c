import { realpathSync } from "node:fs";
import { compilePathPattern, type PathPattern } from "../core/path-pattern.ts";
import { toInnerPath } from "./label.ts";

/** Patterns and the absolute directory that they are relative to. */
export interface PathPatterns {
  readonly directory: string;
  readonly patterns: readonly string[];
}

/** The same entry by two paths: as it was reached, and without symlinks. */
interface TwoPaths {
  readonly absolute: string;
  readonly real: string;
}

/** Whether a file or directory is excluded when it is reached from another directory. */
export type PassOver = (place: TwoPaths, isDirectory: boolean) => boolean;

/**
 * The patterns that apply below a directory that was named explicitly. Patterns that exclude the directory
 * itself are removed, as they would exclude everything in it.
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
 * The path from a directory to a skill's, which patterns are compared with; undefined for a skill without a
 * directory, or outside.
 */
export function pathInside(directory: string, skill: string | undefined): string | undefined {
  if (skill === undefined) return undefined;
  return (
    toInnerPath(directory, skill) ?? toInnerPath(realpathSync.native(directory), realpathSync.native(skill))
  );
}
