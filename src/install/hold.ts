import { closeSync, existsSync, lstatSync, openSync, renameSync } from "node:fs";
import path from "node:path";
import { type Name, readNames } from "../read/listing-names.ts";
import { attempt, cannotWrite, systemCode } from "../write/cannot-write.ts";
import { discard, removeTree, temporaryName } from "./discard.ts";
import { parts, places } from "./place-names.ts";
import { isGone, isMark, newMark, processOf } from "./process-mark.ts";
import { nameIn, type Root } from "./root.ts";
import { makeDirectory } from "./sync.ts";

/** The right to change a root, which one process has at a time: its directory stands in the root and names the process. */
export interface Hold {
  readonly root: Root;
  /** Of the transaction, absolute. */
  readonly directory: string;
  readonly mark: string;
  /** A process that has ended had it before; what it left is there. */
  readonly inherited: boolean;
}

/** Another process holds the root. */
export interface Busy {
  readonly process: number;
}

/** Takes hold of the root, or says who has. `mayInherit` throws where what a process that has ended left there is to stay as it is. Throws a SkillsError ("unwritable"), and what that throws. */
export function takeHold(root: Root, mayInherit: () => void): Hold | Busy {
  for (;;) {
    const taken = claim(root) ?? inherit(root, mayInherit);
    if (taken) return taken;
  }
}

/** Who has hold of the root, which stays as it is: "gone" where that is no process that runs; undefined where nobody has. Throws a SkillsError ("unwritable") where that cannot be told. */
export function holderOf(root: Root): Busy | "gone" | undefined {
  const shown = nameIn(root, places.transaction);
  const owner = attempt(shown, () => ownerOf(path.join(root.directory, places.transaction), shown));
  if (!owner) return undefined;
  return isGone(owner.mark, owner.touched) ? "gone" : { process: processOf(owner.mark) };
}

/** Lets the root go. A transaction that was begun and not ended stays, for the next process to end, and so does one that another process has taken over. */
export function release(hold: Hold): void {
  const { root, directory } = hold;
  if (isHeld(hold) && !existsSync(path.join(directory, parts.journal)))
    attempt(nameIn(root, places.transaction), () => discard(root.directory, directory));
}

/** Throws a SkillsError where another process took the root for abandoned, as after a long sleep of this one. */
export function confirmHold(hold: Hold): void {
  if (!isHeld(hold))
    throw cannotWrite(nameIn(hold.root, places.transaction), "another process has taken it over");
}

function isHeld({ directory, mark }: Hold): boolean {
  return existsSync(path.join(directory, ownerName(mark)));
}

/** What a system says of a directory that is to take the place of one that is not empty; Windows says that of any. */
const occupied: readonly string[] =
  process.platform === "win32" ? ["EPERM", "EACCES", "EEXIST"] : ["ENOTEMPTY", "EEXIST", "ENOTDIR"];

const gone: readonly string[] = ["ENOENT"];

/** Whether the file system answers with one of the codes. */
function meets(codes: readonly string[], act: () => unknown): boolean {
  try {
    act();
    return false;
  } catch (error) {
    if (codes.includes(systemCode(error) ?? "")) return true;
    throw error;
  }
}

/** The directory has its owner in it before it gets its name, and takes the place of none that has one. */
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

/** Renaming the file that names the owner works for one process only, and only while that owner is the one. */
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

/** What was looked at while another process took the root over says nothing. */
function agrees(mayInherit: () => void, known: string): boolean {
  try {
    mayInherit();
    return true;
  } catch (error) {
    if (existsSync(known)) throw error;
    return false;
  }
}

/** Undefined where the directory has just gone. While it is taken over or away its names may be seen twice or not at all: then once more is looked. */
function ownerOf(
  directory: string,
  shown: string,
  again = 3,
): { readonly mark: string; readonly touched: number } | undefined {
  const stats = lstatSync(directory, { throwIfNoEntry: false });
  if (!stats) return undefined;
  if (!stats.isDirectory()) throw cannotWrite(shown, "something that is no directory stands there");
  let names: readonly Name[] = [];
  if (meets(gone, () => (names = readNames(directory)))) return undefined;
  const [mark, ...others] = names.flatMap(({ text }) =>
    text.startsWith(ownerPrefix) && isMark(text.slice(ownerPrefix.length))
      ? [text.slice(ownerPrefix.length)]
      : [],
  );
  if (mark !== undefined && others.length === 0) return { mark, touched: stats.mtimeMs };
  if (again > 0) return ownerOf(directory, shown, again - 1);
  throw cannotWrite(shown, "it is not known which process made it; look into it, then move it away");
}

const ownerPrefix = "owner-";

function ownerName(mark: string): string {
  return `${ownerPrefix}${mark}`;
}
