import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";

/** The absolute directories of a search path, so that nothing in the working directory is started. */
export function absoluteDirectories(searchPath: string): string {
  return searchPath.split(path.delimiter).filter(path.isAbsolute).join(path.delimiter);
}

/** A program: a path relative to a directory, or the name of one on a search path. */
export function lookUpProgram(word: string, cwd: string, searchPath: string): string | undefined {
  if (!/[\\/]/.test(word)) return findProgram(word, searchPath);
  const file = path.resolve(cwd, word);
  return isProgram(file) ? file : undefined;
}

/** The first program of a name on a search path. */
export function findProgram(name: string, searchPath: string): string | undefined {
  return searchPath
    .split(path.delimiter)
    .filter(path.isAbsolute)
    .map((directory) => path.join(directory, name))
    .find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
