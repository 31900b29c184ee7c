import { chmodSync, lstatSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { readNames } from "../read/listing-names.ts";
import { isGone, isMark, newMark } from "./process-mark.ts";

const form = /^\.skills-(.+)\.tmp$/;

/** The name of a directory that means nothing to anybody but the process it is named for. */
export function temporaryName(mark: string): string {
  return `.skills-${mark}.tmp`;
}

export function isTemporary(name: string): boolean {
  const [, mark = ""] = form.exec(name) ?? [];
  return isMark(mark);
}

/** Takes a directory away at once, then deletes it: whoever is killed meanwhile leaves nothing that could be taken for a skill. */
export function discard(root: string, directory: string): void {
  const away = path.join(root, temporaryName(newMark()));
  renameSync(directory, away);
  removeTree(away);
}

/** Deletes what processes that have ended left behind. Only while the root is held. */
export function removeLeftovers(root: string): void {
  for (const { text, kind } of readNames(root)) {
    const [, mark = ""] = form.exec(text) ?? [];
    if (!isMark(mark) || kind !== "directory") continue;
    const directory = path.join(root, text);
    const stats = lstatSync(directory, { throwIfNoEntry: false });
    if (stats && isGone(mark, stats.mtimeMs)) removeTree(directory);
  }
}

/** What cannot be deleted now is tried again by the next process that holds the root; it is no part of it any more. */
export function removeTree(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch {
    // A directory that nobody may write to keeps what is in it.
    openDirectories(directory);
    try {
      rmSync(directory, { recursive: true, force: true });
    } catch {
      // As said above.
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
      // What cannot be opened stays closed; the rest may still go.
    }
  }
}
