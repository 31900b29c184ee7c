import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  renameSync,
  writeSync,
  type Stats,
} from "node:fs";
import path from "node:path";
import { attempt } from "./cannot-write.ts";
import { discard, temporaryName } from "./leftovers.ts";

/**
 * Replaces the file with `bytes` atomically: they are written to a file next to it, which is renamed once they are on
 * disk. The new file has the mode in `stats`. Throws a SkillsError ("unwritable") with the file name `shown`; the old
 * file is then unchanged.
 */
export function replaceFile(absolute: string, bytes: Uint8Array, stats: Stats, shown: string): void {
  // A name that contains the file's name could be too long for the file system.
  const beside = path.join(path.dirname(absolute), temporaryName());
  try {
    attempt(shown, () => fill(beside, bytes, stats));
    attempt(shown, () => renameSync(beside, absolute));
  } catch (error) {
    discard(beside);
    throw error;
  }
}

/** The mode and owner of a file. */
export type FileRights = Pick<Stats, "mode" | "uid" | "gid">;

/**
 * Creates a file and syncs it to disk, with the mode and owner in `stats`, or else with those of any new file. Throws
 * file system errors.
 */
export function fill(absolute: string, bytes: Uint8Array, stats?: FileRights): void {
  fillInPieces(absolute, [bytes], stats);
}

/** As `fill`, with the pieces one after another. What they throw is thrown. */
export function fillInPieces(absolute: string, pieces: Iterable<Uint8Array>, stats?: FileRights): void {
  const descriptor = openSync(absolute, "wx", stats ? 0o600 : 0o666);
  try {
    for (const bytes of pieces) for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    if (stats) keepOwner(descriptor, stats);
    if (stats) fchmodSync(descriptor, stats.mode & 0o7777);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Only root may change a file's owner. For any other user, the replaced file belongs to that user, as with any
 * editor.
 */
function keepOwner(descriptor: number, { uid, gid }: FileRights): void {
  if (process.getuid?.() === 0) fchownSync(descriptor, uid, gid);
}

/**
 * Sets the executable bit for everyone who may read the file, or clears it. Does not follow a symlink that has replaced
 * the file.
 */
export function setExecutable(absolute: string, executable: boolean, { mode }: Stats, shown: string): void {
  const bits = executable ? mode | ((mode & 0o444) >> 2) : mode & ~0o111;
  attempt(shown, () => {
    const descriptor = openSync(absolute, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      fchmodSync(descriptor, bits & 0o7777);
    } finally {
      closeSync(descriptor);
    }
  });
}
