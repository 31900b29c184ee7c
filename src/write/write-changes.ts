import { accessSync, constants, lstatSync, readFileSync, renameSync, type Stats } from "node:fs";
import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import type { FileChange } from "../model/file-change.ts";
import { count } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import { attempt, cannotWrite } from "./cannot-write.ts";
import { inKnownFolder } from "./known-folder.ts";
import { removeLeftovers } from "./leftovers.ts";
import { replaceFile, setExecutable } from "./replace-file.ts";

/**
 * Writes the changes to disk: each file completely or not at all, edits before modes before renames. Before the first
 * write, every file is compared with what was read, and temporary files of killed runs are removed.
 * Throws a SkillsError ("unwritable") with a hint on what had been written.
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
          : `${count(written, "other file")} ${written === 1 ? "was" : "were"} written before`,
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

interface FileToWrite {
  readonly absolute: string;
  readonly stats: Stats;
  readonly shown: string;
}

/**
 * Runs `use` on the file after checking that it is a writable plain file inside the skill, unchanged since it was read.
 */
function inPlace<T>(change: FileChange, use: (target: FileToWrite) => T): T {
  const { label, from } = change;
  const shown = label === "." ? from : `${label}/${from}`;
  return inKnownFolder(change, shown, (folder) => use(requireAsRead(change, folder, shown)));
}

function requireAsRead({ from, to, text }: FileChange, folder: string, shown: string): FileToWrite {
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

/** On a case-insensitive file system the new name may refer to the same file. */
function requireFree(absolute: string, { dev, ino }: Stats, shown: string, name: string): void {
  const there = attempt(shown, () => lstatSync(absolute, { throwIfNoEntry: false }));
  if (there && (there.dev !== dev || there.ino !== ino))
    throw cannotWrite(shown, `${quote(name)} already exists`);
}

function nameOf(file: string): string {
  return path.posix.basename(file);
}
