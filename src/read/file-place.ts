import path from "node:path";
import { toInnerPath, toLabel } from "./label.ts";

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

export function directoryOf({ absolute }: FilePlace): string {
  return path.dirname(absolute);
}

/** The path from a directory to a given path; undefined if that is outside the directory. */
export function innerPathOf(directory: string, written: string, cwd: string): string | undefined {
  return toInnerPath(directory, path.resolve(cwd, written));
}
