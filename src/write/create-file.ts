import type { Hash } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  type Stats,
} from "node:fs";
import path from "node:path";
import { attempt, cannotWrite } from "./cannot-write.ts";
import { cleanOnSignal } from "./signals.ts";
import { discard, removeLeftovers, temporaryName } from "./leftovers.ts";
import { makeFolder } from "./make-folder.ts";
import { fill, fillInPieces } from "./replace-file.ts";

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
  await create(absolute, shown, async (beside, old) => {
    attempt(shown, () => fill(beside, bytes, old));
    const written = attempt(shown, () => readFileSync(beside));
    if (!written.equals(bytes)) throw cannotWrite(shown, different);
    await confirm(written);
  });
}

/** As `createFile`, for a file and missing directories that only the user may read and write. */
export async function createOwnFile(absolute: string, bytes: Uint8Array, shown: string): Promise<void> {
  attempt(shown, () => makeFolder(path.dirname(absolute), 0o700));
  const own = { mode: 0o600, uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  await create(absolute, shown, async (beside) => attempt(shown, () => fill(beside, bytes, own)));
}

const different = "the bytes read back differ from those written";

/**
 * As `createFile`, for bytes that come in pieces and are never in memory as a whole. If they cannot all be computed, the
 * old file stays.
 */
export async function createInPieces(
  absolute: string,
  pieces: Iterable<Uint8Array>,
  shown: string,
): Promise<void> {
  // Loading it takes a quarter of the time in which Node 24 starts.
  const { createHash } = await import("node:crypto");
  await create(absolute, shown, async (beside, old) => {
    const written = createHash("sha256");
    attempt(shown, () => fillInPieces(beside, noted(pieces, written), old));
    const read = createHash("sha256");
    attempt(shown, () => readInPieces(beside, read));
    if (read.digest("hex") !== written.digest("hex")) throw cannotWrite(shown, different);
  });
}

function* noted(pieces: Iterable<Uint8Array>, hash: Hash): Generator<Uint8Array> {
  for (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

function readInPieces(absolute: string, hash: Hash): void {
  const piece = new Uint8Array(1_048_576);
  const descriptor = openSync(absolute, "r");
  try {
    for (let read = -1; read !== 0; hash.update(piece.subarray(0, read)))
      read = readSync(descriptor, piece, 0, piece.length, null);
  } finally {
    closeSync(descriptor);
  }
}

/** Creates a file under another name by `fillIn`, and renames it. */
async function create(
  absolute: string,
  shown: string,
  fillIn: (beside: string, old: Stats | undefined) => Promise<void>,
): Promise<void> {
  const folder = path.dirname(absolute);
  const beside = path.join(folder, temporaryName());
  attempt(shown, () => makeFolder(folder));
  attempt(shown, () => removeLeftovers(folder));
  const old = requirePlain(absolute, shown);
  const release = cleanOnSignal(() => discard(beside));
  try {
    await fillIn(beside, old);
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
