import { existsSync } from "node:fs";
import { once } from "../core/once.ts";

/** A flag as it is set for a run, and its default. */
interface Flag {
  readonly tuned: string;
  readonly untuned: string;
}

/**
 * Flags by V8 version that delay the optimization of functions: the bytes of bytecode or the calls after which V8
 * optimizes one. V8 prints a warning for unknown flags, so each version has its own.
 * A run over thousands of skills ends before most of that work pays off: it took a third of all CPU time on Node 20 and
 * 22, an eighth on 24, and no measurable time on 26.
 */
const optimization: readonly (Flag & { readonly version: string })[] = [
  { version: "11.3.", ...numeric("--interrupt-budget", 1_500_000, 67_584) },
  { version: "12.4.", ...numeric("--invocation-count-for-turbofan", 30_000, 3_000) },
  // The default that `node --v8-options` prints is 3,000, but Maglev implies another.
  { version: "13.6.", ...numeric("--invocation-count-for-turbofan", 30_000, 10_000) },
];

function numeric(name: string, tuned: number, untuned: number): Flag {
  return { tuned: `${name}=${tuned}`, untuned: `${name}=${untuned}` };
}

/**
 * V8 lets the heap grow to a multiple of what is in use before it looks for garbage, and almost all that a run leaves
 * is garbage. Letting it grow by 30% instead of up to 300% costs no measurable time.
 */
const growth = numeric("--heap-growing-percent", 30, 0);

/**
 * V8 doubles the space for new objects up to 16 MB, and several threads look for garbage in it. That suits runs that
 * compute results. A run that takes them from a cache allocates little: it takes 10% to 15% less CPU time if that space
 * stays at 1 MB, which fits in the cache of a processor, and one thread looks through it.
 */
const smallYoungGeneration: readonly Flag[] = [
  numeric("--semi-space-growth-factor", 1, 2),
  { tuned: "--no-parallel-scavenge", untuned: "--parallel-scavenge" },
];

/**
 * Tunes V8 for runs over many skills; for single skills, loading `node:v8` costs more than it saves. `isCached` is
 * whether the run takes results from a cache.
 * Only the CLI calls this: a library must not change the flags of its host.
 */
export async function tuneV8(paths: readonly string[], cwd: string, isCached = false): Promise<void> {
  if (!mayBeMany(paths, cwd)) return;
  await tuneForMany();
  if (isCached) await tuneForCache();
}

/** Once, as the flags are those of the process. */
const tuneForMany = once(async () => {
  const flag = knownVersion();
  if (flag) await set([flag, growth]);
});

const tuneForCache = once(async () => {
  if (knownVersion()) await set(smallYoungGeneration);
});

function knownVersion(): Flag | undefined {
  return optimization.find(({ version }) => process.versions.v8.startsWith(version));
}

/** Sets flags until the process exits, or until the returned function is called. */
async function set(flags: readonly Flag[]): Promise<() => void> {
  const { setFlagsFromString } = await import("node:v8");
  for (const { tuned } of flags) setFlagsFromString(tuned);
  const reset = (): void => {
    for (const { untuned } of flags) setFlagsFromString(untuned);
  };
  // The compiled code is saved when the process exits, and V8 accepts it only under the flags of that moment.
  process.prependOnceListener("exit", reset);
  return reset;
}

const few = 20;

/** Whether a run over this number of skills is worth it. */
export function areMany(skills: number): boolean {
  return skills > few;
}

/** Without a look at the disk if there are many paths. */
function mayBeMany(paths: readonly string[], cwd: string): boolean {
  return areMany(paths.length) || paths.some((written) => !written.endsWith(".md") && !isSkill(written, cwd));
}

function isSkill(written: string, cwd: string): boolean {
  return existsSync(`${written}/SKILL.md`) || existsSync(`${cwd}/${written}/SKILL.md`);
}
