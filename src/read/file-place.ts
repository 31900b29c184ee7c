import path from "node:path";
import { joinNative, toInnerPath, toLabel } from "./label.ts";

/** The path of a file that may not exist yet, and its label relative to the working directory. */
export interface FilePlace {
  readonly absolute: string;
  readonly label: string;
}

export function namedPlace(written: string, cwd: string): FilePlace {
  return { absolute: path.resolve(cwd, written), label: toLabel(written) };
}

/** A path relative to a directory other than the working directory. */
export function placeIn(directory: string, written: string, cwd: string): FilePlace {
  const absolute = path.resolve(directory, written);
  return { absolute, label: toLabel(path.relative(cwd, absolute)) };
}

/**
 * Returns a function for the label of an absolute path from a directory, as in `placeIn`. Each parent is compared with
 * the directory once.
 */
export function labelFinder(directory: string): (absolute: string) => string {
  const known = new Map<string, string>();
  return (absolute) => {
    const parent = path.dirname(absolute);
    let leading = known.get(parent);
    if (leading === undefined) known.set(parent, (leading = path.relative(directory, parent)));
    // Below a directory that is not above this one, the rest of the path is the same.
    const isBelow = leading !== "" && path.basename(leading) !== "..";
    return toLabel(
      isBelow ? joinNative(leading, path.basename(absolute)) : path.relative(directory, absolute),
    );
  };
}

export function directoryOf({ absolute }: FilePlace): string {
  return path.dirname(absolute);
}

/** The path from a directory to a given path; undefined if that is outside the directory. */
export function innerPathOf(directory: string, written: string, cwd: string): string | undefined {
  return toInnerPath(directory, path.resolve(cwd, written));
}
