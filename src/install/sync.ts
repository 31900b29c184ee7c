import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  writeSync,
} from "node:fs";
import { systemCode } from "../write/cannot-write.ts";

/** Nothing that stands there already is opened, and no link is followed. Windows knows no O_NOFOLLOW: there it is undefined, which adds nothing. */
const fresh = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** A new file with these bytes and this mode, whatever the process masks, once the disk has them. Throws the file system's own errors. */
export function writeNewFile(absolute: string, bytes: Uint8Array, mode: number): void {
  const descriptor = openSync(absolute, fresh, 0o600);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    fchmodSync(descriptor, mode);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A new directory that all may read, whatever the process masks. Throws the file system's own errors. */
export function makeDirectory(absolute: string): void {
  mkdirSync(absolute, 0o700);
  chmodSync(absolute, 0o755);
}

/** Has the disk keep which names stand in a directory. Windows does so by itself, and some file systems know no such request. */
export function syncDirectory(absolute: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(absolute, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    fsyncSync(descriptor);
  } catch (error) {
    if (systemCode(error) !== "EINVAL") throw error;
  } finally {
    closeSync(descriptor);
  }
}
