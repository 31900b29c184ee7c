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
 * Puts `bytes` where the file is, all or none of them: they are written beside it and renamed over it once the disk has them.
 * The new file has the mode in `stats`. Throws a SkillsError ("unwritable") that calls the file `shown`; the old one is then as it was.
 */
export function replaceFile(absolute: string, bytes: Uint8Array, stats: Stats, shown: string): void {
  // A name of its own length could be too long for the file system.
  const beside = path.join(path.dirname(absolute), temporaryName());
  try {
    attempt(shown, () => fill(beside, bytes, stats));
    attempt(shown, () => renameSync(beside, absolute));
  } catch (error) {
    discard(beside);
    throw error;
  }
}

/** Makes a file of the bytes that the disk has when this returns, with the mode and owner in `stats`; without them as any new file gets them. Throws the file system's own errors. */
export function fill(absolute: string, bytes: Uint8Array, stats?: Stats): void {
  const descriptor = openSync(absolute, "wx", stats ? 0o600 : 0o666);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    if (stats) keepOwner(descriptor, stats);
    if (stats) fchmodSync(descriptor, stats.mode & 0o7777);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Only root may give a file away; whoever else replaces a file of another's owns it from then on, as with any editor. */
function keepOwner(descriptor: number, { uid, gid }: Stats): void {
  if (process.getuid?.() === 0) fchownSync(descriptor, uid, gid);
}

/** Lets all that may read the file run it too, or nobody. No link that has taken its name is followed. */
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
