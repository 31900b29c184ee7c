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

/** Opens only new files and follows no symlinks. On Windows O_NOFOLLOW is undefined, which adds nothing. */
const fresh = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** Creates a file with the given mode, regardless of the umask, and syncs it to disk. Throws file system errors. */
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

/** Creates a directory that all users may read, regardless of the umask. Throws file system errors. */
export function makeDirectory(absolute: string): void {
  mkdirSync(absolute, 0o700);
  chmodSync(absolute, 0o755);
}

/**
 * Syncs the entries of a directory to disk, except on Windows, which does that itself, and on file systems that do
 * not support it.
 */
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
