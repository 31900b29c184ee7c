import { existsSync } from "node:fs";

/**
 * Flags by V8 version that delay the optimization of functions. V8 prints a warning for unknown flags, so each version
 * has its own.
 * A run over thousands of skills ends before most of that work pays off: it took a third of all CPU time on Node 20 and
 * 22, an eighth on 24, and no measurable time on 26.
 * The defaults are 67584 bytes of bytecode and 3000 calls.
 */
const flags: readonly (readonly [version: string, flag: string])[] = [
  ["11.3.", "--interrupt-budget=1500000"],
  ["12.4.", "--invocation-count-for-turbofan=30000"],
  ["13.6.", "--invocation-count-for-turbofan=30000"],
];

/**
 * V8 lets the heap grow to a multiple of what is in use before it looks for garbage, and almost all that a run leaves
 * is garbage. Letting it grow by 30% instead of up to 300% costs no measurable time.
 */
const growth = "--heap-growing-percent=30";

/**
 * Tunes V8 for runs over many skills; for single skills, loading `node:v8` costs more than it saves.
 * Only the CLI calls this: a library must not change the flags of its host.
 */
export async function tuneV8(paths: readonly string[], cwd: string): Promise<void> {
  const [, flag] = flags.find(([version]) => process.versions.v8.startsWith(version)) ?? [];
  if (flag === undefined || !mayBeMany(paths, cwd)) return;
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString(flag);
  setFlagsFromString(growth);
}

const few = 20;

function mayBeMany(paths: readonly string[], cwd: string): boolean {
  return paths.length > few || paths.some((written) => !written.endsWith(".md") && !isSkill(written, cwd));
}

function isSkill(written: string, cwd: string): boolean {
  return existsSync(`${written}/SKILL.md`) || existsSync(`${cwd}/${written}/SKILL.md`);
}
