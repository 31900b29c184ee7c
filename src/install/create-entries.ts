import { lstatSync, renameSync } from "node:fs";
import path from "node:path";
import type { FileBytes } from "../model/archive.ts";
import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";
import { attempt } from "../write/cannot-write.ts";
import { uninterrupted } from "../write/signals.ts";
import { discard, removeLeftovers, removeTree, temporaryName } from "./discard.ts";
import { placeFiles } from "./place-files.ts";
import { newMark } from "./process-mark.ts";
import { nameIn, type Root } from "./root.ts";
import { makeRoot, openRoot, type ChosenRoot } from "./roots.ts";
import { syncDirectory } from "./sync.ts";

/** A directory or file to create in a root; the root is created if it does not exist. */
export interface NewEntry {
  readonly root: ChosenRoot;
  readonly name: string;
  /**
   * The file itself, or all files of the directory. Paths are relative to the root and start with the entry's name.
   */
  readonly files: readonly FileBytes[];
}

/** Throws a SkillsError ("unwritable") that lists all existing entries, or says why the root cannot be used. */
export function requireAbsent(entries: readonly NewEntry[]): void {
  for (const { root } of entries) openRoot(root);
  const there = entries.filter(({ root, name }) => isThere(path.join(root.written, name)));
  const [first, ...others] = there.map(({ root, name }) => `${quote(nameIn(root, name))} already exists`);
  if (first !== undefined)
    throw new SkillsError("unwritable", first, { others, hint: "nothing was written" });
}

/**
 * Creates all of the entries or none: each is written to a temporary directory next to its final path, read back, and
 * then renamed. On failure, parent directories that were created are removed again. Throws a SkillsError
 * ("unwritable").
 */
export function createEntries(entries: readonly NewEntry[]): Promise<void> {
  return uninterrupted(() => {
    requireAbsent(entries);
    const undo: (() => void)[] = [];
    try {
      const staged = entries.map((entry) => stage(entry, undo));
      for (const each of staged) name(each, undo);
      for (const { root } of staged) attempt(root.label, () => syncDirectory(root.directory));
      for (const { holder } of staged) removeTree(holder);
    } catch (error) {
      for (const step of undo.toReversed()) takeBack(step);
      throw error;
    }
  });
}

interface Staged extends Pick<NewEntry, "name"> {
  readonly root: Root;
  /** The temporary directory in which the entry is written. */
  readonly holder: string;
}

function stage({ root: chosen, name, files }: NewEntry, undo: (() => void)[]): Staged {
  const made = makeRoot(chosen);
  undo.push(made.takeBack);
  const { directory, label } = made.root;
  attempt(label, () => removeLeftovers(directory));
  const holder = path.join(directory, temporaryName(newMark()));
  undo.push(() => removeTree(holder));
  placeFiles(holder, files, label);
  return { root: made.root, holder, name };
}

function name({ root, holder, name }: Staged, undo: (() => void)[]): void {
  const [shown, final] = [nameIn(root, name), path.join(root.directory, name)];
  // `rename` silently replaces a file or an empty directory.
  if (isThere(final))
    throw new SkillsError("unwritable", `${quote(shown)} was created by another process meanwhile`);
  attempt(shown, () => renameSync(path.join(holder, name), final));
  undo.push(() => discard(root.directory, final));
}

/** Undoes a step. Ignores failures, as the first one is reported. */
function takeBack(step: () => void): void {
  try {
    step();
  } catch {
    // The directory belongs to another process or is no longer writable.
  }
}

function isThere(absolute: string): boolean {
  return lstatSync(absolute, { throwIfNoEntry: false }) !== undefined;
}
