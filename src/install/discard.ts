import { chmodSync, lstatSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { readNames } from "../read/listing-names.ts";
import { isGone, isMark, newMark } from "./process-mark.ts";

const form = /^\.skills-(.+)\.tmp$/;

/** The name of a temporary directory for the process with this mark. */
export function temporaryName(mark: string): string {
  return `.skills-${mark}.tmp`;
}

export function isTemporary(name: string): boolean {
  const [, mark = ""] = form.exec(name) ?? [];
  return isMark(mark);
}

/**
 * Renames a directory before deleting it, so that a process killed meanwhile leaves nothing that looks like a skill.
 */
export function discard(root: string, directory: string): void {
  const away = path.join(root, temporaryName(newMark()));
  renameSync(directory, away);
  removeTree(away);
}

/** Deletes the temporary directories of processes that have ended. Call it only while holding the root. */
export function removeLeftovers(root: string): void {
  for (const { text, kind } of readNames(root)) {
    const [, mark = ""] = form.exec(text) ?? [];
    if (!isMark(mark) || kind !== "directory") continue;
    const directory = path.join(root, text);
    const stats = lstatSync(directory, { throwIfNoEntry: false });
    if (stats && isGone(mark, stats.mtimeMs)) removeTree(directory);
  }
}

/**
 * Deletes a directory that is no longer part of the root. If this fails, the next process that holds the root tries
 * again.
 */
export function removeTree(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch {
    // The files in a read-only directory cannot be deleted, so it is made writable first.
    openDirectories(directory);
    try {
      rmSync(directory, { recursive: true, force: true });
    } catch {
      // The next process tries again.
    }
  }
}

function openDirectories(directory: string): void {
  const open = [directory];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    try {
      chmodSync(next, 0o700);
      for (const { text, kind } of readNames(next))
        if (kind === "directory") open.push(path.join(next, text));
    } catch {
      // If this directory cannot be made writable, the others still can.
    }
  }
}
