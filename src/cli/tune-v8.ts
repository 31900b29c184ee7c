import { existsSync } from "node:fs";
import { once } from "../core/once.ts";

/**
 * Flags by V8 version that delay the optimization of functions: the bytes of bytecode or the calls after which V8
 * optimizes one. V8 prints a warning for unknown flags, so each version has its own.
 * A run over thousands of skills ends before most of that work pays off: it took a third of all CPU time on Node 20 and
 * 22, an eighth on 24, and no measurable time on 26.
 */
const flags: readonly Flag[] = [
  { version: "11.3.", name: "--interrupt-budget", tuned: 1_500_000, untuned: 67_584 },
  { version: "12.4.", name: "--invocation-count-for-turbofan", tuned: 30_000, untuned: 3_000 },
  { version: "13.6.", name: "--invocation-count-for-turbofan", tuned: 30_000, untuned: 10_000 },
];

interface Flag {
  readonly version: string;
  readonly name: string;
  readonly tuned: number;
  readonly untuned: number;
}

/**
 * V8 lets the heap grow to a multiple of what is in use before it looks for garbage, and almost all that a run leaves
 * is garbage. Letting it grow by 30% instead of up to 300% costs no measurable time.
 */
const growth = { name: "--heap-growing-percent", tuned: 30, untuned: 0 };

/**
 * V8 doubles the space for new objects up to 16 MB, which suits runs that compute results. A run that takes them from a
 * cache allocates little, and is 8% to 14% faster if that space stays at 1 MB and in the cache of the processor.
 */
const youngGrowth = { name: "--semi-space-growth-factor", tuned: 1, untuned: 2 };

/**
 * Tunes V8 for runs over many skills; for single skills, loading `node:v8` costs more than it saves. `isCached` is
 * whether the run takes results from a cache.
 * Only the CLI calls this: a library must not change the flags of its host.
 */
export async function tuneV8(paths: readonly string[], cwd: string, isCached = false): Promise<void> {
  if (!mayBeMany(paths, cwd)) return;
  await setFlags();
  if (isCached) await keepYoungGenerationSmall();
}

/** Once, as the flags are those of the process. */
const setFlags = once(async () => {
  const flag = flags.find(({ version }) => process.versions.v8.startsWith(version));
  if (flag === undefined) return;
  await tune([flag, growth]);
});

const keepYoungGenerationSmall = once(async () => {
  if (!flags.some(({ version }) => process.versions.v8.startsWith(version))) return;
  resetYoungGeneration = await tune([youngGrowth]);
});

/** Sets flags until the process exits, or until the returned function is called. */
async function tune(tuned: readonly Omit<Flag, "version">[]): Promise<() => void> {
  const { setFlagsFromString } = await import("node:v8");
  for (const { name, tuned: value } of tuned) setFlagsFromString(`${name}=${value}`);
  const reset = (): void => {
    for (const { name, untuned } of tuned) setFlagsFromString(`${name}=${untuned}`);
  };
  // The compiled code is saved when the process exits, and V8 accepts it only under the flags of that moment.
  process.prependOnceListener("exit", reset);
  return reset;
}

let resetYoungGeneration = (): void => {};
let misses = 0;

/** Tells V8 that a result was not in the cache. After a few of them, the run is one that computes results. */
export function noteMiss(): void {
  if (++misses === few) resetYoungGeneration();
}

const few = 20;

function mayBeMany(paths: readonly string[], cwd: string): boolean {
  return paths.length > few || paths.some((written) => !written.endsWith(".md") && !isSkill(written, cwd));
}

function isSkill(written: string, cwd: string): boolean {
  return existsSync(`${written}/SKILL.md`) || existsSync(`${cwd}/${written}/SKILL.md`);
}
