import { realpathSync } from "node:fs";
import { compilePathPattern, type PathPattern } from "../core/path-pattern.ts";
import { toInnerPath } from "./label.ts";

/** Patterns, and the directory in which they begin, absolute. */
export interface PathPatterns {
  readonly directory: string;
  readonly patterns: readonly string[];
}

/** The same thing by two paths: as somebody came to it, and with no link in it. */
interface TwoPaths {
  readonly absolute: string;
  readonly real: string;
}

/** Whether a file or a directory is to be passed over on the way down from another. */
export type PassOver = (place: TwoPaths, isDirectory: boolean) => boolean;

/** The patterns that hold below a directory which was named outright: what hides the directory itself is set aside, as otherwise nothing would be left in it. */
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

/** The path from a directory to a skill's, by which patterns are held against it; undefined for what is in no directory, or outside. */
export function pathInside(directory: string, skill: string | undefined): string | undefined {
  if (skill === undefined) return undefined;
  return (
    toInnerPath(directory, skill) ?? toInnerPath(realpathSync.native(directory), realpathSync.native(skill))
  );
}
