import { closeSync, existsSync, lstatSync, openSync, renameSync } from "node:fs";
import path from "node:path";
import { type Name, readNames } from "../read/listing-names.ts";
import { attempt, cannotWrite, systemCode } from "../write/cannot-write.ts";
import { discard, removeTree, temporaryName } from "./discard.ts";
import { parts, places } from "./place-names.ts";
import { isGone, isMark, newMark, processOf } from "./process-mark.ts";
import { nameIn, type Root } from "./root.ts";
import { makeDirectory } from "./sync.ts";

/** The exclusive right of one process to change a root: a directory in the root that contains the process's mark. */
export interface Hold {
  readonly root: Root;
  /** The transaction's directory, absolute. */
  readonly directory: string;
  readonly mark: string;
  /** Whether it was taken over from a process that has ended, together with that process's files. */
  readonly inherited: boolean;
}

/** The case that another process holds the root. */
export interface Busy {
  readonly process: number;
}

/**
 * Takes hold of the root, or returns the process that holds it. `mayInherit` can throw to prevent taking over from a
 * process that has ended. Throws a SkillsError ("unwritable"), and the errors of `mayInherit`.
 */
export function takeHold(root: Root, mayInherit: () => void): Hold | Busy {
  for (;;) {
    const taken = claim(root) ?? inherit(root, mayInherit);
    if (taken) return taken;
  }
}

/**
 * The process that holds the root, without changing it: "gone" if it has ended, undefined if the root is free. Throws a
 * SkillsError ("unwritable") if this cannot be determined.
 */
export function holderOf(root: Root): Busy | "gone" | undefined {
  const shown = nameIn(root, places.transaction);
  const owner = attempt(shown, () => ownerOf(path.join(root.directory, places.transaction), shown));
  if (!owner) return undefined;
  return isGone(owner.mark, owner.touched) ? "gone" : { process: processOf(owner.mark) };
}

/**
 * Releases the root. Leaves an incomplete transaction for the next process, and one that another process has taken
 * over.
 */
export function release(hold: Hold): void {
  const { root, directory } = hold;
  if (isHeld(hold) && !existsSync(path.join(directory, parts.journal)))
    attempt(nameIn(root, places.transaction), () => discard(root.directory, directory));
}

/** Throws a SkillsError if another process has taken over the root, for example after a long suspension of this one. */
export function confirmHold(hold: Hold): void {
  if (!isHeld(hold))
    throw cannotWrite(nameIn(hold.root, places.transaction), "another process has taken it over");
}

function isHeld({ directory, mark }: Hold): boolean {
  return existsSync(path.join(directory, ownerName(mark)));
}

/** Error codes for renaming a directory to a non-empty one; on Windows also to an empty one. */
const occupied: readonly string[] =
  process.platform === "win32" ? ["EPERM", "EACCES", "EEXIST"] : ["ENOTEMPTY", "EEXIST", "ENOTDIR"];

const gone: readonly string[] = ["ENOENT"];

/** Whether `act` fails with one of the codes. */
function meets(codes: readonly string[], act: () => unknown): boolean {
  try {
    act();
    return false;
  } catch (error) {
    if (codes.includes(systemCode(error) ?? "")) return true;
    throw error;
  }
}

/**
 * Takes a free root. The directory contains its owner's mark before it is renamed, and never replaces one that has an
 * owner.
 */
function claim(root: Root): Hold | undefined {
  const mark = newMark();
  const made = path.join(root.directory, temporaryName(mark));
  const directory = path.join(root.directory, places.transaction);
  const shown = nameIn(root, places.transaction);
  let claimed = false;
  try {
    attempt(shown, () => makeDirectory(made));
    attempt(shown, () => closeSync(openSync(path.join(made, ownerName(mark)), "wx", 0o644)));
    claimed = attempt(shown, () => !meets(occupied, () => renameSync(made, directory)));
    return claimed ? { root, directory, mark, inherited: false } : undefined;
  } finally {
    if (!claimed) removeTree(made);
  }
}

/**
 * Takes over the root of a process that has ended. Only one process can rename the file with the owner's mark, and
 * only while that owner is current.
 */
function inherit(root: Root, mayInherit: () => void): Hold | Busy | undefined {
  const directory = path.join(root.directory, places.transaction);
  const shown = nameIn(root, places.transaction);
  const owner = attempt(shown, () => ownerOf(directory, shown));
  if (!owner) return undefined;
  if (!isGone(owner.mark, owner.touched)) return { process: processOf(owner.mark) };
  const known = path.join(directory, ownerName(owner.mark));
  if (!agrees(mayInherit, known)) return undefined;
  const mark = newMark();
  const late = attempt(shown, () =>
    meets(gone, () => renameSync(known, path.join(directory, ownerName(mark)))),
  );
  return late ? undefined : { root, directory, mark, inherited: true };
}

/** Ignores a refusal if another process took over the root meanwhile. */
function agrees(mayInherit: () => void, known: string): boolean {
  try {
    mayInherit();
    return true;
  } catch (error) {
    if (existsSync(known)) throw error;
    return false;
  }
}

/**
 * The owner in the directory; undefined if the directory no longer exists. While another process takes it over or
 * removes it, names may appear twice or not at all; then it is read again.
 */
function ownerOf(
  directory: string,
  shown: string,
  again = 3,
): { readonly mark: string; readonly touched: number } | undefined {
  const stats = lstatSync(directory, { throwIfNoEntry: false });
  if (!stats) return undefined;
  if (!stats.isDirectory()) throw cannotWrite(shown, "it is not a directory");
  let names: readonly Name[] = [];
  if (meets(gone, () => (names = readNames(directory)))) return undefined;
  const [mark, ...others] = names.flatMap(({ text }) =>
    text.startsWith(ownerPrefix) && isMark(text.slice(ownerPrefix.length))
      ? [text.slice(ownerPrefix.length)]
      : [],
  );
  if (mark !== undefined && others.length === 0) return { mark, touched: stats.mtimeMs };
  if (again > 0) return ownerOf(directory, shown, again - 1);
  throw cannotWrite(shown, "its owner is unknown; inspect it, then move it away");
}

const ownerPrefix = "owner-";

function ownerName(mark: string): string {
  return `${ownerPrefix}${mark}`;
}
