import {
  lstatSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  symlinkSync,
} from "node:fs";
import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";
import { attempt, cannotWrite } from "../write/cannot-write.ts";
import type { Hold } from "./hold.ts";
import { type Journal, removeJournal } from "./journal.ts";
import { parts, places } from "./place-names.ts";
import { hasProof } from "./proof.ts";
import { digestOf, type LinkChange, placeOf, type RenamingSteps, requireFile } from "./renaming.ts";
import { nameIn } from "./root.ts";
import { makeDirectory, syncDirectory } from "./sync.ts";

/**
 * Performs the remaining steps of the journal, then removes it. If a step fails, all steps are undone first.
 * Throws a SkillsError ("unwritable").
 */
export function carryOut(hold: Hold, journal: Journal): void {
  const { root } = hold;
  try {
    for (const skill of journal.place) attempt(nameIn(root, skill.name), () => place(hold, skill));
    for (const skill of journal.remove) attempt(nameIn(root, skill.name), () => remove(hold, skill));
    if (journal.renaming) carryOutRenaming(hold, journal.renaming);
    attempt(nameIn(root, places.lock), () => changeLock(hold, journal));
  } catch (error) {
    takeBack(hold, journal, error);
    throw error;
  }
  attempt(root.label, () => syncDirectory(root.directory));
  removeJournal(hold);
}

function place(hold: Hold, { name, replaces, backup }: Journal["place"][number]): void {
  const { fresh, final } = pathsOf(hold, name);
  const stats = lstatSync(fresh, { throwIfNoEntry: false });
  if (!stats) return;
  // A symlink here can only come from an untrusted root with a forged journal.
  if (!stats.isDirectory()) throw cannotWrite(nameIn(hold.root, name), "the staged skill is not a directory");
  if (replaces) moveAway(hold, name, backup);
  // `rename` silently replaces an empty directory.
  if (isThere(final))
    throw cannotWrite(nameIn(hold.root, name), "another file or directory has appeared there");
  renameSync(fresh, final);
}

function remove(hold: Hold, { name, backup }: Journal["remove"][number]): void {
  moveAway(hold, name, backup);
}

function moveAway(hold: Hold, name: string, backup: string | undefined): void {
  const { final } = pathsOf(hold, name);
  const away = awayFor(hold, name, backup);
  if (isThere(away) || !isThere(final)) return;
  if (backup !== undefined && !isThere(path.dirname(away))) makeDirectory(path.dirname(away));
  renameSync(final, away);
  if (backup !== undefined) syncDirectory(path.dirname(away));
}

function changeLock({ root, directory }: Hold, { lock }: Journal): void {
  const [staged, final] = [path.join(directory, parts.lock), path.join(root.directory, places.lock)];
  if (lock === "write" && isThere(staged)) renameSync(staged, final);
  if (lock === "remove") rmSync(final, { force: true });
}

/** Undoes the steps. The lock is changed last, so it never has to be restored. */
function takeBack(hold: Hold, journal: Journal, cause: unknown): void {
  try {
    if (journal.renaming) takeRenamingBack(hold, journal.renaming);
    for (const { name, backup } of journal.remove.toReversed()) {
      const away = awayFor(hold, name, backup);
      if (isThere(away)) renameSync(away, pathsOf(hold, name).final);
      if (backup !== undefined) removeIfEmpty(path.dirname(away));
    }
    for (const { name, backup } of journal.place.toReversed()) {
      const { fresh, final } = pathsOf(hold, name);
      const away = awayFor(hold, name, backup);
      if (!isThere(fresh) && isThere(final)) renameSync(final, fresh);
      if (isThere(away)) renameSync(away, final);
      if (backup !== undefined) removeIfEmpty(path.dirname(away));
    }
    removeJournal(hold);
  } catch {
    const message = cause instanceof Error ? cause.message : String(cause);
    const next = hasProof(hold.root)
      ? "the next skills install, uninstall or rename there continues it"
      : `the remaining steps are in ${quote(nameIn(hold.root, places.transaction))}`;
    throw new SkillsError("unwritable", message, {
      hint: `the change could not be fully undone; ${next}`,
      cause,
    });
  }
}

function removeIfEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch {
    // The directory is not empty or no longer exists.
  }
}

function pathsOf(
  { root, directory }: Hold,
  name: string,
): { readonly fresh: string; readonly old: string; readonly final: string } {
  return {
    fresh: path.join(directory, parts.fresh, name),
    old: path.join(directory, parts.old, name),
    final: path.join(root.directory, name),
  };
}

function awayFor(hold: Hold, name: string, backup: string | undefined): string {
  return backup === undefined
    ? pathsOf(hold, name).old
    : path.join(hold.root.directory, places.backups, backup);
}

/**
 * Called before `carryOut`: an untrusted root may contain a journal, and symlinks here could point out of the root.
 * Throws a SkillsError ("unwritable").
 */
export function requireDirectories({ root, directory }: Hold): void {
  for (const absolute of [
    path.join(directory, parts.fresh),
    path.join(directory, parts.old),
    path.join(root.directory, places.backups),
  ]) {
    const shown = nameIn(root, path.relative(root.directory, absolute));
    const stats = attempt(shown, () => lstatSync(absolute, { throwIfNoEntry: false }));
    if (stats && !stats.isDirectory()) throw cannotWrite(shown, "it is not a directory");
  }
}

function isThere(absolute: string): boolean {
  return lstatSync(absolute, { throwIfNoEntry: false }) !== undefined;
}

/**
 * Performs the remaining steps of a rename: files first, then links, and the directory last, so that paths stay valid
 * until then. Throws a SkillsError ("unwritable").
 */
function carryOutRenaming(hold: Hold, { from, to, edits, links }: RenamingSteps): void {
  const { root } = hold;
  const touched = new Set<string>();
  for (const [at, { path: file }] of edits.entries())
    if (replace(hold, at, file)) touched.add(path.dirname(placeOf(root, file)));
  for (const link of links) {
    changeLink(hold, link);
    touched.add(path.dirname(placeOf(root, link.to)));
  }
  attempt(nameIn(root, from), () => touched.forEach(syncDirectory));
  attempt(nameIn(root, from), () => moveDirectory(hold, from, to));
}

/** Restores the old contents of files and links that have not been changed since. */
export function takeRenamingBack(hold: Hold, { from, to, edits, links }: RenamingSteps): void {
  if (look(placeOf(hold.root, to))?.isDirectory() && !look(placeOf(hold.root, from)))
    renameSync(placeOf(hold.root, to), placeOf(hold.root, from));
  for (const link of links.toReversed())
    changeLink(hold, { from: link.to, to: link.from, before: link.after, after: link.before });
  for (const [at, { path: file, after }] of Array.from(edits.entries()).toReversed()) {
    const { fresh, old } = stagedPathsOf(hold, at);
    if (look(fresh) || !look(old)) continue;
    const { absolute } = requireFile(hold.root, file);
    if (digestOf(readFileSync(absolute)) === after) renameSync(old, absolute);
  }
}

/** Replaces a file; false if an earlier run has already done it. */
function replace(hold: Hold, at: number, file: string): boolean {
  const { fresh, old } = stagedPathsOf(hold, at);
  const shown = nameIn(hold.root, file);
  if (!attempt(shown, () => look(fresh)?.isFile())) return false;
  const { absolute } = requireFile(hold.root, file);
  if (!attempt(shown, () => readFileSync(absolute).equals(readFileSync(old))))
    throw cannotWrite(shown, "it has changed since it was read");
  attempt(shown, () => renameSync(fresh, absolute));
  return true;
}

function stagedPathsOf({ directory }: Hold, at: number): { readonly fresh: string; readonly old: string } {
  return {
    fresh: path.join(directory, parts.fresh, String(at)),
    old: path.join(directory, parts.old, String(at)),
  };
}

/** Creates the new link before removing the old one. */
function changeLink({ root, directory }: Hold, { from, to, before, after }: LinkChange): void {
  const [old, fresh] = [placeOf(root, from), placeOf(root, to)];
  attempt(nameIn(root, from), () => {
    if (targetOf(fresh) !== after) {
      if (look(fresh) && (from !== to || targetOf(old) !== before))
        throw cannotWrite(nameIn(root, to), "another file or directory has appeared there");
      const made = path.join(directory, "link");
      rmSync(made, { force: true });
      symlinkSync(after, made, "dir");
      renameSync(made, fresh);
    }
    if (from !== to && targetOf(old) === before) rmSync(old);
  });
}

function targetOf(absolute: string): string | undefined {
  return look(absolute)?.isSymbolicLink() ? readlinkSync(absolute) : undefined;
}

/** On a case-insensitive file system both names may refer to the same directory. */
function moveDirectory({ root }: Hold, from: string, to: string): void {
  const [old, final] = [placeOf(root, from), placeOf(root, to)];
  const [source, there] = [look(old), look(final)];
  if (!source?.isDirectory()) return;
  if (there && (there.dev !== source.dev || there.ino !== source.ino))
    throw cannotWrite(nameIn(root, to), "another file or directory has appeared there");
  renameSync(old, final);
  syncDirectory(path.dirname(final));
}

function look(absolute: string): Stats | undefined {
  return lstatSync(absolute, { throwIfNoEntry: false });
}
