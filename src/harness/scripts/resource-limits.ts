import { readdirSync, readFileSync, statSync } from "node:fs";
import { findProgram } from "./interpreter.ts";

/** What `prlimit` calls a limit, what /proc/self/limits calls it, and the most that a script is given. */
type Limit = readonly [name: string, title: string, most: number];

const gibibyte = 1_073_741_824;
const mebibyte = 1_048_576;

/**
 * The words that hold a command to limits of the system, put before it; none where there is no prlimit.
 * Memory is limited as data and not as addresses: node keeps 10 GiB of addresses free for each WebAssembly memory, and uses none of them.
 */
export function limitWords(timeoutMilliseconds: number): readonly string[] {
  const prlimit = findProgram("prlimit");
  if (prlimit === undefined) return [];
  const seconds = Math.ceil(timeoutMilliseconds / 1000);
  const limits: readonly Limit[] = [
    // Four processors, busy all the time: for a script that outlives us, as only the clock ends one otherwise.
    ["cpu", "Max cpu time", 4 * seconds + 1],
    // More than a script of a skill has use for, and less than would trouble a machine of today.
    ["data", "Max data size", 4 * gibibyte],
    ["fsize", "Max file size", 256 * mebibyte],
    // The system counts all processes of the user, not only those of the script; of root it counts none.
    ["nproc", "Max processes", countOwnTasks() + 512],
    ["nofile", "Max open files", 1_024],
    ["core", "Max core file size", 0],
  ];
  const allowed = hardLimits();
  return [
    prlimit,
    ...limits.map(([name, title, most]) => `--${name}=${Math.min(most, allowed.get(title) ?? Infinity)}`),
    "--",
  ];
}

/** A limit above the one that we are held to ourselves would be refused, and the script with it. */
function hardLimits(): ReadonlyMap<string, number> {
  const lines = readFileSync("/proc/self/limits", "latin1").matchAll(/^(Max(?: [a-z]+)+) {2,}\S+ +(\d+)/gm);
  return new Map(Array.from(lines, ([, title, hard]) => [title!, Number(hard)]));
}

function countOwnTasks(): number {
  const own = process.geteuid?.();
  // Names alone: in /proc there is no file whose kind matters.
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return processes.reduce((sum, id) => sum + countTasks(`/proc/${id}`, own), 0);
}

function countTasks(directory: string, own: number | undefined): number {
  try {
    return statSync(directory).uid === own ? readdirSync(`${directory}/task`).length : 0;
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}
