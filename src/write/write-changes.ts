import { accessSync, constants, lstatSync, readFileSync, renameSync, type Stats } from "node:fs";
import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import type { FileChange } from "../model/file-change.ts";
import { count } from "../core/sentence.ts";
import { attempt, cannotWrite } from "./cannot-write.ts";
import { inHeldFolder } from "./held-folder.ts";
import { removeLeftovers } from "./leftovers.ts";
import { replaceFile, setExecutable } from "./replace-file.ts";

/**
 * Makes the changes on the disk: each file whole or not at all, edits before modes before renames. Every file is held against
 * what was read before the first is written, and what a run that was killed has left beside it is removed.
 * Throws a SkillsError ("unwritable") whose hint says what was written until then.
 */
export function writeChanges(changes: readonly FileChange[]): void {
  let written = 0;
  try {
    const cleaned = new Set<string>();
    for (const change of changes) {
      const folder = path.join(change.directory, path.dirname(change.from));
      inPlace(change, ({ absolute }) => {
        if (!cleaned.has(folder)) removeLeftovers(path.dirname(absolute));
      });
      cleaned.add(folder);
    }
    for (const change of changes) {
      writeChange(change);
      written++;
    }
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    throw new SkillsError(error.code, error.message, {
      hint:
        written === 0
          ? "nothing was written"
          : `${count(written, "file")} before it ${written === 1 ? "was" : "were"} written`,
      cause: error,
    });
  }
}

function writeChange(change: FileChange): void {
  const { from, to, text, executable } = change;
  inPlace(change, ({ absolute, stats, shown }) => {
    if (text) replaceFile(absolute, Buffer.from(text.after), stats, shown);
    if (executable) setExecutable(absolute, executable.after, stats, shown);
    if (to !== from)
      attempt(shown, () => renameSync(absolute, path.join(path.dirname(absolute), nameOf(to))));
  });
}

interface Place {
  readonly absolute: string;
  readonly stats: Stats;
  readonly shown: string;
}

/** Has `use` work where the file is, once it is known to be a plain file inside the skill that is as it was read, and free to be changed. */
function inPlace<T>(change: FileChange, use: (place: Place) => T): T {
  const { label, from } = change;
  const shown = label === "." ? from : `${label}/${from}`;
  return inHeldFolder(change, shown, (folder) => use(requireAsRead(change, folder, shown)));
}

function requireAsRead({ from, to, text }: FileChange, folder: string, shown: string): Place {
  const absolute = path.join(folder, nameOf(from));
  const stats = attempt(shown, () => lstatSync(absolute));
  if (!stats.isFile()) throw cannotWrite(shown, "it is no longer a plain file");
  attempt(shown, () => accessSync(absolute, constants.W_OK));
  attempt(shown, () => accessSync(folder, constants.W_OK));
  if (text && !attempt(shown, () => readFileSync(absolute)).equals(Buffer.from(text.before)))
    throw cannotWrite(shown, "it has changed since it was read");
  if (to !== from) requireFree(path.join(folder, nameOf(to)), stats, shown, nameOf(to));
  return { absolute, stats, shown };
}

/** Where case does not matter the file itself answers to its new name. */
function requireFree(absolute: string, { dev, ino }: Stats, shown: string, name: string): void {
  const there = attempt(shown, () => lstatSync(absolute, { throwIfNoEntry: false }));
  if (there && (there.dev !== dev || there.ino !== ino))
    throw cannotWrite(shown, `there is a ${name} beside it`);
}

function nameOf(file: string): string {
  return path.posix.basename(file);
}
