import path from "node:path";
import { toInnerPath, toLabel } from "./label.ts";

/** Where a file is or would be, and what to call it to somebody in the working directory. */
export interface FilePlace {
  readonly absolute: string;
  readonly label: string;
}

export function namedPlace(written: string, cwd: string): FilePlace {
  return { absolute: path.resolve(cwd, written), label: toLabel(written) };
}

/** A path that was written in a directory other than the working one. */
export function placeIn(directory: string, written: string, cwd: string): FilePlace {
  const absolute = path.resolve(directory, written);
  return { absolute, label: toLabel(path.relative(cwd, absolute)) };
}

export function directoryOf({ absolute }: FilePlace): string {
  return path.dirname(absolute);
}

/** The path from a directory to what somebody named; undefined for what is outside. */
export function innerPathOf(directory: string, written: string, cwd: string): string | undefined {
  return toInnerPath(directory, path.resolve(cwd, written));
}
