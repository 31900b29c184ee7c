import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from "node:fs";
import { SkillsError } from "../core/errors.ts";
import { cannotRead, systemCode, systemReason } from "../core/unreadable.ts";
import { limits, tooLarge } from "../model/limits.ts";

/**
 * Does not follow a symlink at the end of the path and does not wait for a FIFO. On Windows both flags are
 * undefined and have no effect.
 */
export const openFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** What is known about a file before it is opened, and asked afterwards. */
export interface Opening {
  /** Whether a regular file was just found at the path. */
  readonly isFile?: boolean;
  /** Called with what the opened file is; throws if it must not be read. */
  readonly inspect?: ((opened: Stats) => void) | undefined;
}

/** Reads a regular file of at most `limits.textBytes`. Throws a SkillsError with the file's name `shown`. */
export function readFile(
  absolute: string,
  shown: string,
  { isFile = false, inspect }: Opening = {},
): Uint8Array {
  return withRegularFile(absolute, shown, isFile, (descriptor, stats) => {
    inspect?.(stats);
    const { size } = stats;
    if (size > limits.textBytes) throw cannotRead(shown, tooLarge(size), { code: "too-large" });
    return readStart(descriptor, size);
  });
}

/** As `readFile`, but undefined if the file does not exist. A file that cannot be inspected counts as existing. */
export function readFileIfThere(absolute: string, shown: string): Uint8Array | undefined {
  try {
    return readFile(absolute, shown);
  } catch (error) {
    if (error instanceof SkillsError && systemCode(error.cause) === "ENOENT") return undefined;
    throw error;
  }
}

/** Reads the first bytes of a regular file, whatever its size. Throws as `readFile` does. */
export function readFileHead(
  absolute: string,
  shown: string,
  limit: number,
  { isFile = false, inspect }: Opening = {},
): Uint8Array {
  return withRegularFile(absolute, shown, isFile, (descriptor, stats) => {
    inspect?.(stats);
    return readStart(descriptor, Math.min(stats.size, limit));
  });
}

/**
 * Reads a regular file of at most `limit` bytes, which must not change while it is read. Throws as `readFile` does.
 */
export function readWhole(absolute: string, shown: string, limit: number): Uint8Array {
  return withRegularFile(absolute, shown, false, (descriptor, { size }) => {
    if (size > limit) throw cannotRead(shown, tooLarge(size, limit), { code: "too-large" });
    const bytes = readStart(descriptor, size);
    if (bytes.length < size || fstatSync(descriptor).size !== size)
      throw cannotRead(shown, "it changed while it was read");
    return bytes;
  });
}

/**
 * The bytes of a file that only the user and the administrator can write, or why it is not read; empty if it does not
 * exist.
 */
export function readOwnFile(
  absolute: string,
  shown: string,
  limit: number,
): { readonly bytes: Uint8Array } | { readonly reason: string } {
  try {
    const stats = lstatSync(absolute, { throwIfNoEntry: false });
    if (!stats) return { bytes: new Uint8Array() };
    const kind = kindOf(stats);
    if (kind !== undefined) return { reason: `it is ${kind}` };
    const user = process.getuid?.();
    if (user !== undefined && stats.uid !== user && stats.uid !== 0)
      return { reason: "it belongs to another user" };
    if (user !== undefined && (stats.mode & 0o022) !== 0) return { reason: "other users can write it" };
    return { bytes: readWhole(absolute, shown, limit) };
  } catch (error) {
    if (error instanceof SkillsError) return { reason: error.message };
    const code = systemCode(error);
    if (code === undefined) throw error;
    return code === "ENOTDIR" ? { bytes: new Uint8Array() } : { reason: systemReason(error) };
  }
}

/** The kind of an entry, such as "a FIFO" or "a device"; undefined for a regular file. */
export function kindOf(stats: Stats): string | undefined {
  if (stats.isFile()) return undefined;
  if (stats.isDirectory()) return "a directory";
  if (stats.isSymbolicLink()) return "a symbolic link";
  if (stats.isFIFO()) return "a FIFO";
  return stats.isSocket() ? "a socket" : "a device";
}

function withRegularFile(
  absolute: string,
  shown: string,
  isFile: boolean,
  use: (descriptor: number, stats: Stats) => Uint8Array,
): Uint8Array {
  try {
    // The file is inspected before it is opened, because opening some devices has an effect, and again afterwards,
    // because it may have been replaced.
    if (!isFile) refuseOther(lstatSync(absolute), shown);
    const descriptor = openSync(absolute, openFlags);
    try {
      const stats = fstatSync(descriptor);
      refuseOther(stats, shown);
      return use(descriptor, stats);
    } finally {
      closeSync(descriptor);
    }
  } catch (cause) {
    throw cause instanceof SkillsError ? cause : cannotRead(shown, systemReason(cause), { cause });
  }
}

function refuseOther(stats: Stats, shown: string): void {
  const kind = kindOf(stats);
  if (kind) throw cannotRead(shown, kind);
}

/** Reads at most `size` bytes, so that reading a growing file ends; fewer if the file shrinks. */
export function readStart(descriptor: number, size: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(size);
  let filled = 0;
  while (filled < size) {
    const count = readSync(descriptor, bytes, filled, size - filled, filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}
