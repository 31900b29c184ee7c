// Runs a program under strace, and reads which files it opens and how much of them it reads.
import { spawnSync } from "node:child_process";
import { createReadStream, mkdtempSync, readdirSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";

/** @typedef {{ file: string, bytes?: number }} FileCall A file that was opened or, with the number of bytes, read. */

/**
 * Runs a program and yields its calls. Each of its threads has a log of its own, because in a common one the calls of
 * two threads interrupt each other; the calls of one thread are in order. `to` is a directory for the logs.
 * @param {readonly string[]} command
 * @param {string} to
 * @param {import("node:child_process").SpawnSyncOptions} options
 * @returns {AsyncGenerator<FileCall>}
 */
export async function* traceFiles(command, to, options = {}) {
  const logs = mkdtempSync(path.join(to, "strace-"));
  const trace = ["-ff", "-y", "-s", "0", "-e", "trace=open,openat,read,pread64"];
  const { status, error, stderr } = spawnSync(
    "strace",
    [...trace, "-o", path.join(logs, "thread"), ...command],
    {
      stdio: ["ignore", "ignore", "pipe"],
      ...options,
    },
  );
  if (error) throw error;
  if (status !== 0 && status !== 1) throw new Error(`${command.join(" ")}: exit code ${status}: ${stderr}`);
  for (const name of readdirSync(logs))
    for await (const line of createInterface({ input: createReadStream(path.join(logs, name)) })) {
      const opening = /^open(?:at)?\(.*\) = \d+<(.*)>$/.exec(line);
      const reading = /^(?:read|pread64)\(\d+<(.*)>, .* = (\d+)$/.exec(line);
      if (opening?.[1] && !line.includes("O_DIRECTORY")) yield { file: opening[1] };
      else if (reading?.[1]) yield { file: reading[1], bytes: Number(reading[2]) };
    }
}
