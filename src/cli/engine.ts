import { existsSync } from "node:fs";

/**
 * By the beginning of V8's version, what makes it wait longer before it optimises a function; a flag that it does not know it would complain of.
 * A run over thousands of skills is over before most of that work has paid: on Node 20 and 22 a third of all CPU time went to it, on 24 an eighth, on 26 nothing that could be measured.
 * The defaults are 67584 bytes of bytecode and 3000 calls.
 */
const flags: readonly (readonly [version: string, flag: string])[] = [
  ["11.3.", "--interrupt-budget=1500000"],
  ["12.4.", "--invocation-count-for-turbofan=30000"],
  ["13.6.", "--invocation-count-for-turbofan=30000"],
];

/**
 * Tunes V8 for many skills; for what names single ones only, loading its module costs more than there is to gain.
 * A library must not do this to its host.
 */
export async function tuneEngine(paths: readonly string[], cwd: string): Promise<void> {
  const [, flag] = flags.find(([version]) => process.versions.v8.startsWith(version)) ?? [];
  if (flag === undefined || !mayBeMany(paths, cwd)) return;
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString(flag);
}

const few = 20;

function mayBeMany(paths: readonly string[], cwd: string): boolean {
  return paths.length > few || paths.some((written) => !written.endsWith(".md") && !isSkill(written, cwd));
}

function isSkill(written: string, cwd: string): boolean {
  return existsSync(`${written}/SKILL.md`) || existsSync(`${cwd}/${written}/SKILL.md`);
}
