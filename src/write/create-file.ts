import { closeSync, fsyncSync, lstatSync, openSync, readFileSync, renameSync, type Stats } from "node:fs";
import path from "node:path";
import { attempt, cannotWrite } from "./cannot-write.ts";
import { cleanOnSignal } from "./clean-on-signal.ts";
import { discard, removeLeftovers, temporaryName } from "./leftovers.ts";
import { makeFolder } from "./make-folder.ts";
import { fill } from "./replace-file.ts";

/**
 * Puts a file of these bytes where none is, or in the place of a plain file, which keeps its mode. Under its name there is never anything but
 * the old file, or all of the new one after `confirm` was content with what was read back: what a signal, a full disk or a refusal cuts short is removed, and
 * what a run that was killed has left there too. The folder is made where there is none. Throws a SkillsError ("unwritable") that calls the file `shown`.
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
    if (!written.equals(bytes)) throw cannotWrite(shown, "what was read back is not what was written");
    await confirm(written);
    attempt(shown, () => renameSync(beside, absolute));
    attempt(shown, () => synchronise(folder));
  } catch (error) {
    discard(beside);
    throw error;
  } finally {
    release();
  }
}

/** What is there to be replaced; undefined where nothing is. Throws a SkillsError ("unwritable") for what is no plain file. */
export function requirePlain(absolute: string, shown: string): Stats | undefined {
  const stats = attempt(shown, () => lstatSync(absolute, { throwIfNoEntry: false }));
  if (stats && !stats.isFile())
    throw cannotWrite(shown, `${kindOf(stats)} is there, expected a plain file or nothing`);
  return stats;
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return "a directory";
  return stats.isSymbolicLink() ? "a symbolic link" : "a FIFO, a socket or a device";
}

/** So that the name outlives a loss of power. Windows has no such call for a folder. */
function synchronise(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
