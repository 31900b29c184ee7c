import { readdirSync, readFileSync, statSync } from "node:fs";
import { findProgram } from "./interpreter.ts";

/** The name of a limit for `prlimit`, its name in /proc/self/limits, and its maximum for scripts. */
type Limit = readonly [name: string, title: string, most: number];

const gibibyte = 1_073_741_824;
const mebibyte = 1_048_576;

/**
 * The `prlimit` command to put before a command; empty if prlimit is missing. Memory is limited as data, not
 * as address space: node reserves 10 GiB of addresses for each WebAssembly memory without using them.
 */
export function limitWords(timeoutMilliseconds: number): readonly string[] {
  const prlimit = findProgram("prlimit");
  if (prlimit === undefined) return [];
  const seconds = Math.ceil(timeoutMilliseconds / 1000);
  const limits: readonly Limit[] = [
    // Four processors, always busy. Without this limit only our timer ends a script, and the script may
    // outlive us.
    ["cpu", "Max cpu time", 4 * seconds + 1],
    // More than scripts of skills need, and few enough not to disturb a current machine.
    ["data", "Max data size", 4 * gibibyte],
    ["fsize", "Max file size", 256 * mebibyte],
    // The system counts all processes of the user, not only the script's, and none for root.
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

/** Setting a limit above our own hard limit would fail, and the script would not start. */
function hardLimits(): ReadonlyMap<string, number> {
  const lines = readFileSync("/proc/self/limits", "latin1").matchAll(/^(Max(?: [a-z]+)+) {2,}\S+ +(\d+)/gm);
  return new Map(Array.from(lines, ([, title, hard]) => [title!, Number(hard)]));
}

function countOwnTasks(): number {
  const own = process.geteuid?.();
  // In /proc the file types do not matter.
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return processes.reduce((sum, id) => sum + countTasks(`/proc/${id}`, own), 0);
}

function countTasks(directory: string, own: number | undefined): number {
  try {
    return statSync(directory).uid === own ? readdirSync(`${directory}/task`).length : 0;
  } catch {
    // The process has ended meanwhile.
    return 0;
  }
}
