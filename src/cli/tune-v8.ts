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
 * Tunes V8 for runs over many skills; for single skills, loading `node:v8` costs more than it saves.
 * Only the CLI calls this: a library must not change the flags of its host.
 */
export async function tuneV8(paths: readonly string[], cwd: string): Promise<void> {
  if (mayBeMany(paths, cwd)) await setFlags();
}

/** Once, as the flags are those of the process. */
const setFlags = once(async () => {
  const flag = flags.find(({ version }) => process.versions.v8.startsWith(version));
  if (flag === undefined) return;
  const { setFlagsFromString } = await import("node:v8");
  const both = [flag, growth];
  for (const { name, tuned } of both) setFlagsFromString(`${name}=${tuned}`);
  // The compiled code is saved when the process exits, and V8 accepts it only under the flags of that moment.
  process.prependOnceListener("exit", () => {
    for (const { name, untuned } of both) setFlagsFromString(`${name}=${untuned}`);
  });
});

const few = 20;

function mayBeMany(paths: readonly string[], cwd: string): boolean {
  return paths.length > few || paths.some((written) => !written.endsWith(".md") && !isSkill(written, cwd));
}

function isSkill(written: string, cwd: string): boolean {
  return existsSync(`${written}/SKILL.md`) || existsSync(`${cwd}/${written}/SKILL.md`);
}
