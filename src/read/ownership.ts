import { existsSync, lstatSync, mkdirSync, readlinkSync, type Stats } from "node:fs";
import path from "node:path";

// Imports nothing of ours: each start of the program loads it.

/** The user's id; undefined on Windows, which has no such ids. */
export function currentUser(): number | undefined {
  return process.getuid?.();
}

/** The id of the owner of an entry, not of what a symlink leads to; undefined if it cannot be inspected. */
export function ownerOf(absolute: string): number | undefined {
  try {
    return lstatSync(absolute).uid;
  } catch {
    return undefined;
  }
}

/**
 * A directory without symlinks in its path, which may not exist yet; or the part of the path because of which it is
 * not used, with the rest of a sentence about it.
 */
export type OwnFolder = { readonly real: string } | { readonly at: string; readonly problem: string };

/** Maximum number of symlinks in a path, as in Linux. */
const mostLinks = 40;

/**
 * Resolves a directory that only this user and root can change or replace: each directory and each symlink in the path
 * belongs to one of them, and others can write in none that is not sticky. Parts that do not exist remain as written.
 */
export function findOwnFolder(folder: string, user = currentUser()): OwnFolder {
  const { root } = path.parse(folder);
  const rest = segmentsOf(folder.slice(root.length));
  let real = root;
  let links = 0;
  try {
    for (;;) {
      const problem = user === undefined ? undefined : objectTo(lstatSync(real), user);
      if (problem !== undefined) return { at: real, problem };
      const name = rest.shift();
      if (name === undefined) return { real };
      const next = path.join(real, name);
      const stats = lstatSync(next, { throwIfNoEntry: false });
      if (!stats) return { real: path.join(next, ...rest) };
      if (stats.isSymbolicLink()) {
        if (user !== undefined && isForeign(stats, user)) return { at: next, problem: foreign };
        if (++links > mostLinks) return { at: folder, problem: "contains a loop of symlinks" };
        const target = readlinkSync(next);
        rest.unshift(...segmentsOf(target));
        if (path.isAbsolute(target)) real = path.parse(target).root;
      } else if (stats.isDirectory()) real = next;
      else return { at: next, problem: "is not a directory" };
    }
  } catch {
    return { at: folder, problem: "cannot be inspected" };
  }
}

const foreign = "belongs to another user";

function segmentsOf(written: string): string[] {
  return written.split(path.sep === "\\" ? /[\\/]/ : "/").filter((name) => name !== "" && name !== ".");
}

function objectTo(stats: Stats, user: number): string | undefined {
  if (isForeign(stats, user)) return foreign;
  const isSticky = (stats.mode & 0o1000) !== 0;
  return (stats.mode & 0o022) !== 0 && !isSticky ? "can be written by other users" : undefined;
}

function isForeign({ uid }: Stats, user: number): boolean {
  return uid !== user && uid !== 0;
}

/**
 * The directory for compiled code in `cache`, created if it is missing. Undefined if a user other than this one and
 * root could read it, write to it or replace it: anyone who can write it can run code as this user.
 */
export function codeDirectory(cache: string | undefined, user = currentUser()): string | undefined {
  if (user === undefined || cache === undefined) return undefined;
  try {
    const own = path.join(cache, "skillwright");
    const directory = path.join(own, "code");
    // One by one: Node's recursive mkdir() never returns for a path in /proc.
    for (const each of [cache, own, directory]) if (!existsSync(each)) mkdirSync(each, { mode: 0o700 });
    const found = findOwnFolder(directory, user);
    if ("problem" in found) return undefined;
    const { uid, mode } = lstatSync(found.real);
    return uid === user && (mode & 0o077) === 0 ? found.real : undefined;
  } catch {
    return undefined;
  }
}
