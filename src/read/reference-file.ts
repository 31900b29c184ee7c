import { accessSync, constants, lstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { toInnerPath } from "./label.ts";
import { readFile } from "./open-file.ts";
import { cannotRead, systemCode, systemReason } from "../core/unreadable.ts";

export type ReferenceFileName = "SKILL.md" | "skill.md";

/**
 * The two spellings that the reference implementation accepts, in its order
 * (skills-ref/src/skills_ref/parser.py@69ef37e).
 */
const names: readonly ReferenceFileName[] = ["SKILL.md", "skill.md"];

/** Errors for which Python's `Path.exists` returns False instead of raising. */
const absent: ReadonlySet<string | undefined> = new Set(["ENOENT", "ENOTDIR", "EBADF", "ELOOP"]);

/**
 * The file that the reference implementation reads: the first that exists, following symlinks. Throws a SkillsError
 * if the directory may not be searched.
 */
export function findReferenceFile(directory: string): ReferenceFileName | undefined {
  return names.find((name) => {
    try {
      return statSync(`${directory}/${name}`, { throwIfNoEntry: false }) !== undefined;
    } catch (error) {
      if (absent.has(systemCode(error))) return false;
      throw cannotRead(name, systemReason(error), { cause: error });
    }
  });
}

/**
 * The file's bytes; symlinks are followed only inside the skill. Throws a SkillsError ("unreadable",
 * "too-large").
 */
export function readReferenceFile(directory: string, name: ReferenceFileName): Uint8Array {
  const file = `${directory}/${name}`;
  return readFile(isLink(file) ? followInside(directory, file, name) : file, name);
}

/** The kind of entry at a path, following symlinks; undefined if nothing exists there. */
export function examinePath(absolute: string): "file" | "directory" | "other" | undefined {
  const stats = orNothing(() => statSync(absolute, { throwIfNoEntry: false }));
  return stats && (stats.isFile() ? "file" : stats.isDirectory() ? "directory" : "other");
}

/** Python's `os.access(path, os.R_OK)`. */
export function isReadable(absolute: string): boolean {
  return orNothing(() => accessSync(absolute, constants.R_OK) ?? true) === true;
}

/** `Path.resolve()`: resolves symlinks as far as the path exists and keeps the rest as written. */
export function resolvePath(absolute: string, links = 0): string {
  try {
    return realpathSync.native(absolute);
  } catch {
    const parent = path.dirname(absolute);
    if (parent === absolute || links > 40) return absolute;
    const file = path.join(resolvePath(parent, links), path.basename(absolute));
    return isLink(file) ? resolvePath(path.resolve(path.dirname(file), readlinkSync(file)), links + 1) : file;
  }
}

function followInside(directory: string, file: string, name: string): string {
  const root = resolvePath(directory);
  const real = resolvePath(file);
  if (toInnerPath(root, real) === undefined)
    throw cannotRead(name, "it is a symlink that points out of the skill");
  return real;
}

function isLink(file: string): boolean {
  return orNothing(() => lstatSync(file, { throwIfNoEntry: false }))?.isSymbolicLink() === true;
}

function orNothing<Value>(ask: () => Value): Value | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
