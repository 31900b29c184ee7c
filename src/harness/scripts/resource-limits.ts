import { readdirSync, readFileSync, statSync } from "node:fs";
import { findProgram } from "./interpreter.ts";

/** The limit's option for `prlimit`, its name in /proc/self/limits, and its value for scripts. */
type Limit = readonly [name: string, title: string, most: number];

const gibibyte = 1_073_741_824;
const mebibyte = 1_048_576;

/**
 * The `prlimit` prefix for a command; empty if prlimit is missing. Limits RLIMIT_DATA instead of RLIMIT_AS: node
 * reserves 10 GiB of address space per WebAssembly memory without using it.
 */
export function limitWords(timeoutMilliseconds: number): readonly string[] {
  const prlimit = findProgram("prlimit");
  if (prlimit === undefined) return [];
  const seconds = Math.ceil(timeoutMilliseconds / 1000);
  const limits: readonly Limit[] = [
    // Four processors, always busy. Without this limit only our timer ends a script, and the script could outlive this
    // program.
    ["cpu", "Max cpu time", 4 * seconds + 1],
    // More than scripts in skills need, but little enough not to slow down a current machine.
    ["data", "Max data size", 4 * gibibyte],
    ["fsize", "Max file size", 256 * mebibyte],
    // The system counts all processes of the user instead of only the script's. It does not limit root.
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

/** Setting a limit above our own hard limit would fail, so that the script would not start. */
function hardLimits(): ReadonlyMap<string, number> {
  const lines = readFileSync("/proc/self/limits", "latin1").matchAll(/^(Max(?: [a-z]+)+) {2,}\S+ +(\d+)/gm);
  return new Map(Array.from(lines, ([, title, hard]) => [title!, Number(hard)]));
}

function countOwnTasks(): number {
  const own = process.geteuid?.();
  // All entries are listed without their types, which do not matter in /proc.
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
