import { lstatSync, readdirSync, type Stats } from "node:fs";
import { grouped } from "../../core/sentence.ts";
import { systemCode } from "../../write/cannot-write.ts";

/** What a script may add to its directories, all together: as much as a copy contains, and no more files than that. */
const most = { bytes: 256 * 1_048_576, files: 10_000 } as const;

/** The remark on a script that added more. */
export const overSize = `the script was ended, as it wrote more than ${most.bytes / 1_048_576} MiB or ${grouped(most.files)} files; none of them is used`;

interface Size {
  readonly bytes: number;
  readonly files: number;
}

/** Time between two looks, and how many times as long as a look takes it must be. */
const pause = { milliseconds: 50, times: 4 } as const;

/**
 * Watches what is added to a directory, and calls `end` once it is too much. `stop` looks a last time and returns
 * whether it is, also for a script that ended before that was seen.
 */
export function watchSize(root: string, end: () => void): { stop(): boolean } {
  const before = sizeOf(root, { bytes: Infinity, files: Infinity });
  const limit = { bytes: (before?.bytes ?? 0) + most.bytes, files: (before?.files ?? 0) + most.files };
  let timer: NodeJS.Timeout;
  const look = (): void => {
    const started = performance.now();
    if (!sizeOf(root, limit)) return end();
    timer = setTimeout(look, Math.max(pause.milliseconds, pause.times * (performance.now() - started)));
  };
  timer = setTimeout(look, pause.milliseconds);
  return {
    stop: () => {
      clearTimeout(timer);
      return !sizeOf(root, limit);
    },
  };
}

/** The size of everything in a directory; undefined if it is over the limit, or hidden from us. */
function sizeOf(root: string, limit: Size): Size | undefined {
  let [bytes, files] = [0, 0];
  const open = [Buffer.from(root)];
  for (let directory = open.pop(); directory; directory = open.pop()) {
    const entries = namesIn(directory);
    if (!entries) return undefined;
    for (const name of entries) {
      const entry = Buffer.concat([directory, slash, name]);
      const stats = statsOf(entry);
      if (!stats) continue;
      files++;
      // What it takes on the disk: a file with holes takes less than its size.
      bytes += stats.blocks * 512;
      if (stats.isDirectory()) open.push(entry);
      if (bytes > limit.bytes || files > limit.files) return undefined;
    }
  }
  return { bytes, files };
}

const slash = Buffer.from("/");

/** Undefined for a directory that the script closed, or whose path is too long: anything may be in it. */
function namesIn(directory: Buffer): readonly Buffer[] | undefined {
  try {
    return readdirSync(directory, { encoding: "buffer" });
  } catch (error) {
    if (isGone(error)) return [];
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

function statsOf(entry: Buffer): Stats | undefined {
  try {
    return lstatSync(entry, { throwIfNoEntry: false });
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

/** Another process has removed it meanwhile. */
function isGone(error: unknown): boolean {
  const code = systemCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}
