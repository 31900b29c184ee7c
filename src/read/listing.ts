import { lstatSync } from "node:fs";
import path from "node:path";
import { limits } from "../model/limits.ts";
import { compareText } from "../core/order.ts";
import type { FileEntry, FileStamp, Listing, Unread } from "../model/source.ts";
import { isNearMiss } from "../model/document-name.ts";
import { followLink } from "./listing-link.ts";
import { joinNative } from "./label.ts";
import { byName, readNamesOrRecord, type Name } from "./listing-names.ts";
import { systemReason } from "../core/unreadable.ts";

/** Git's files are not part of a skill; they are skipped without being reported. */
const passedOver = ".git";
/** Installed packages are not written by the author, and often larger than everything else. */
const installed = "node_modules";

interface Location {
  readonly absolute: string;
  /** Relative to the skill's root, with "/"; empty for the root. */
  readonly inner: string;
}

interface Directory extends Location {
  readonly depth: number;
}

type NoteStamp = (path: string, stamp: FileStamp) => void;

interface Notes {
  readonly unread: Unread[];
  readonly noteStamp: NoteStamp | undefined;
}

/**
 * Lists everything in a skill's directory breadth-first, so that the limits cut off the deepest entries. `rootNames`
 * is the listing of the root, if it is already known. A directory for which `passesOver` returns true, given its path
 * from the root, is listed but not entered. `noteStamp` is called for each regular file.
 */
export function listDirectory(
  root: string,
  rootNames?: readonly Name[],
  passesOver: (directory: string) => boolean = () => false,
  noteStamp?: NoteStamp,
): Listing {
  const entries: FileEntry[] = [];
  const unread: Unread[] = [];
  const notes = { unread, noteStamp };
  const directories: Directory[] = [{ absolute: root, inner: "", depth: 0 }];
  // The array is a queue: it grows during the loop.
  for (const directory of directories) {
    const names =
      directory.inner === "" && rootNames
        ? rootNames
        : readNamesOrRecord(directory.absolute, directory.inner || ".", unread);
    const room = limits.files - entries.length;
    for (const name of names.length <= room ? names : take(names, room, path.basename(root))) {
      const inner = directory.inner === "" ? name.text : `${directory.inner}/${name.text}`;
      const absolute = joinNative(directory.absolute, name.text);
      const entry = describe(name, { absolute, inner }, root, notes);
      if (entry) entries.push(entry);
      if (name.kind === "directory" && !passesOver(inner) && isDescended(name.text, inner, directory, unread))
        directories.push({ absolute, inner, depth: directory.depth + 1 });
    }
    if (names.length > room) {
      unread.push({ path: ".", reason: `only the first ${limits.files} entries were listed` });
      break;
    }
  }
  return { entries: entries.sort((a, b) => compareText(a.path, b.path)), unread };
}

/**
 * Takes the first names, and every name that could be SKILL.md, which must not be missed because of too many other
 * files.
 */
function take(names: readonly Name[], room: number, directory: string): readonly Name[] {
  return names.toSorted(byName).filter(({ text }, index) => index < room || isNearMiss(text, directory));
}

/** Undefined if the file was deleted after it was listed. */
function describe(
  { kind, foreign }: Name,
  location: Location,
  root: string,
  notes: Notes,
): FileEntry | undefined {
  if (kind === "file") return measure(location, notes);
  const { absolute, inner } = location;
  if (foreign !== undefined) notes.unread.push({ path: inner, reason: foreign });
  return {
    path: inner,
    kind,
    size: 0,
    executable: false,
    ...(kind === "symlink" && { link: followLink(absolute, root) }),
  };
}

function measure({ absolute, inner }: Location, { unread, noteStamp }: Notes): FileEntry | undefined {
  try {
    const stats = lstatSync(absolute, { throwIfNoEntry: false });
    if (stats) noteStamp?.(inner, stats);
    return stats && { path: inner, kind: "file", size: stats.size, executable: (stats.mode & 0o111) !== 0 };
  } catch (error) {
    unread.push({ path: inner, reason: systemReason(error) });
    return { path: inner, kind: "file", size: 0, executable: false };
  }
}

function isDescended(name: string, inner: string, { depth }: Directory, unread: Unread[]): boolean {
  if (name === passedOver) return false;
  if (name !== installed && depth < limits.depth) return true;
  unread.push({
    path: inner,
    reason:
      name === installed ? "installed packages are not read" : `more than ${limits.depth} directories deep`,
  });
  return false;
}
