import { closeSync, fsyncSync, lstatSync, openSync, readFileSync, renameSync, type Stats } from "node:fs";
import path from "node:path";
import { attempt, cannotWrite } from "./cannot-write.ts";
import { cleanOnSignal } from "./clean-on-signal.ts";
import { discard, removeLeftovers, temporaryName } from "./leftovers.ts";
import { makeFolder } from "./make-folder.ts";
import { fill } from "./replace-file.ts";

/**
 * Creates a file with these bytes, or replaces a regular file and keeps its mode. The name always refers to the old
 * file or to the complete new one, after `confirm` has accepted the bytes that were read back. An incomplete file is
 * removed after a signal, a full disk or a refusal, as are leftovers of a killed run. The directory is created if it
 * does not exist. Throws a SkillsError ("unwritable") with the file name `shown`.
 */
export async function createFile(
  absolute: string,
  bytes: Uint8Array,
  shown: string,
  confirm: (written: Uint8Array) => Promise<void>,
): Promise<void> {
  const folder = path.dirname(absolute);
  const beside = path.join(folder, temporaryName());
  attempt(shown, () => makeFolder(folder));
  attempt(shown, () => removeLeftovers(folder));
  const old = requirePlain(absolute, shown);
  const release = cleanOnSignal(() => discard(beside));
  try {
    attempt(shown, () => fill(beside, bytes, old));
    const written = attempt(shown, () => readFileSync(beside));
    if (!written.equals(bytes)) throw cannotWrite(shown, "the bytes read back differ from those written");
    await confirm(written);
    attempt(shown, () => renameSync(beside, absolute));
    attempt(shown, () => syncFolder(folder));
  } catch (error) {
    discard(beside);
    throw error;
  } finally {
    release();
  }
}

/**
 * The file to replace; undefined if there is none. Throws a SkillsError ("unwritable") if it is not a regular file.
 */
export function requirePlain(absolute: string, shown: string): Stats | undefined {
  const stats = attempt(shown, () => lstatSync(absolute, { throwIfNoEntry: false }));
  if (stats && !stats.isFile()) throw cannotWrite(shown, `it is ${kindOf(stats)}`);
  return stats;
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return "a directory";
  return stats.isSymbolicLink() ? "a symlink" : "a FIFO, a socket or a device";
}

/** Syncs a directory, so that the new name survives a power failure. Windows has no such call for directories. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
