import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Position, Range } from "vscode-languageserver/node";
import type * as core from "../core/place.ts";

/** The path of a file on this machine; undefined for what is no file, such as a new document or one of git. */
export function pathOf(uri: string): string | undefined {
  if (!uri.startsWith("file:")) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    // A URI of another machine, or one with an encoded slash.
    return undefined;
  }
}

export function uriOf(absolute: string): string {
  return pathToFileURL(absolute).href;
}

/**
 * A position as editors count it: from 0, in UTF-16 units. They hide a byte-order mark, which counts here as the first
 * character of the file.
 */
function toPosition({ line, column }: core.FilePosition, isMarked: boolean): Position {
  return { line: line - 1, character: Math.max(0, column - 1 - (isMarked && line === 1 ? 1 : 0)) };
}

export function toRange(start: core.FilePosition, end: core.FilePosition, isMarked: boolean): Range {
  return { start: toPosition(start, isMarked), end: toPosition(end, isMarked) };
}

/** The first character of a file, for what is about all of it. */
export const firstCharacter: Range = {
  start: { line: 0, character: 0 },
  end: { line: 0, character: 1 },
};

/** Whether a path is a directory or in it. */
export function isBelow(absolute: string, directory: string): boolean {
  return (
    absolute === directory ||
    absolute.startsWith(directory.endsWith(path.sep) ? directory : directory + path.sep)
  );
}

export function directoryAbove(absolute: string): string {
  return path.dirname(absolute);
}

export function nameOf(absolute: string): string {
  return path.basename(absolute);
}

/** The path of what a report names, with "/", in a directory. */
export function joinNative(directory: string, label: string): string {
  return path.resolve(directory, label);
}

/** Whether a URI is that of a config. */
export function isConfigUri(uri: string): boolean {
  return /\/skills\.config\.(?:ya?ml|jsonc?)$/.test(uri);
}
