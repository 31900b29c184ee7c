import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from "node:fs";
import { limits } from "../core/limits.ts";
import { cannotRead, systemReason } from "./unreadable.ts";

/** No link at the end of the path is followed and no FIFO waited for. Windows knows neither flag: there both are undefined, which adds nothing. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** All bytes of a regular file of at most `limits.textBytes`. Throws a SkillsError that calls the file `shown`. */
export function readFile(absolute: string, shown: string): Uint8Array {
  return withRegularFile(absolute, shown, (descriptor, size) => {
    if (size > limits.textBytes) throw cannotRead(shown, tooLarge(size), { code: "too-large" });
    return readStart(descriptor, shown, size);
  });
}

/** The first bytes of a regular file, whatever its size. Throws as `readFile` does. */
export function readFileHead(absolute: string, shown: string, limit: number): Uint8Array {
  return withRegularFile(absolute, shown, (descriptor, size) => readStart(descriptor, shown, Math.min(size, limit)));
}

export function tooLarge(size: number): string {
  return `larger than ${limits.textBytes / 1_048_576} MiB (${size} bytes)`;
}

/** "a FIFO", "a device": what stands where a file was expected; undefined for a regular file. */
export function kindOf(stats: Stats): string | undefined {
  if (stats.isFile()) return undefined;
  if (stats.isDirectory()) return "a directory";
  if (stats.isSymbolicLink()) return "a symbolic link";
  if (stats.isFIFO()) return "a FIFO";
  return stats.isSocket() ? "a socket" : "a device";
}

function withRegularFile(absolute: string, shown: string, use: (descriptor: number, size: number) => Uint8Array): Uint8Array {
  // Looked at before it is opened, as opening is enough to set off some devices; and again after, as it may have been exchanged in between.
  refuseOther(attempt(shown, () => lstatSync(absolute)), shown);
  const descriptor = attempt(shown, () => openSync(absolute, flags));
  try {
    const stats = attempt(shown, () => fstatSync(descriptor));
    refuseOther(stats, shown);
    return use(descriptor, stats.size);
  } finally {
    closeSync(descriptor);
  }
}

function refuseOther(stats: Stats, shown: string): void {
  const kind = kindOf(stats);
  if (kind) throw cannotRead(shown, kind);
}

/** Never more than `size` bytes, so that a file that grows is not followed; fewer where it shrinks. */
function readStart(descriptor: number, shown: string, size: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(size);
  let filled = 0;
  while (filled < size) {
    const count = attempt(shown, () => readSync(descriptor, bytes, filled, size - filled, filled));
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

function attempt<T>(shown: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    throw cannotRead(shown, systemReason(cause), { cause });
  }
}
