import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import type { ScriptResult, ScriptRunner } from "../../src/model/agent.ts";
import { graceMilliseconds } from "../../src/harness/scripts/run-program.ts";
import { openDirectory } from "../../src/read/directory.ts";
import { fixturesRoot } from "./fixtures.ts";

export interface RunawayRun {
  readonly result: ScriptResult;
  /** A word in the command line of each of its processes, to find them. */
  readonly word: string;
}

/**
 * The timeout of a script, in milliseconds. It is simulated: it elapses once the script has reached its
 * endless part.
 */
export const scriptTime = 29_000;

const skill = openDirectory(path.join(fixturesRoot, "runaway"), "runaway");

/** Detects when each endless script has done everything that precedes its endless part. */
const settled: Readonly<Record<string, (word: string) => boolean>> = {
  "busy-loop.sh": (word) => processesWith(word).some((id) => ticksOf(id) >= 20),
  "fork-tree.sh": (word) => countProcesses(word) >= 31,
  "deaf.sh": (word) => childrenOf(processesWith(word)).some((id) => commandLine(id).startsWith("sleep")),
};

/**
 * Runs one of the endless scripts with a runner that gives it `scriptTime`; an `isDeaf` script ignores
 * SIGTERM.
 */
export async function runAway(runner: ScriptRunner, shape: string, isDeaf = false): Promise<RunawayRun> {
  const word = randomUUID();
  const pass = holdTime();
  const running = runner.run({ source: skill, skill: "runaway", file: `scripts/${shape}`, args: [word] });
  const hasSettled = settled[shape];
  if (hasSettled) {
    await expect.poll(() => hasSettled(word), { interval: 10 }).toBe(true);
    await pass(scriptTime);
    if (isDeaf) await pass(graceMilliseconds);
  }
  return { result: await running, word };
}

/**
 * Stops the clock of a script's timeout, however long the machine takes; the returned function lets one
 * timeout elapse once it is waiting.
 */
function holdTime(): (milliseconds: number) => Promise<void> {
  const held = new Map<number, () => void>();
  const real = globalThis.setTimeout;
  const spy = vi.spyOn(globalThis, "setTimeout").mockImplementation(((act: () => void, milliseconds = 0) => {
    if (![scriptTime, graceMilliseconds].includes(milliseconds)) return real(act, milliseconds);
    held.set(milliseconds, act);
    return real(() => {}, 0);
  }) as typeof setTimeout);
  onTestFinished(() => spy.mockRestore());
  return async (milliseconds) => {
    await expect.poll(() => held.has(milliseconds), { interval: 10 }).toBe(true);
    held.get(milliseconds)?.();
  };
}

/** Counts the processes with a word in their command line. */
export function countProcesses(word: string): number {
  return processesWith(word).length;
}

function processesWith(word: string): readonly string[] {
  return processes().filter((id) => commandLine(id).includes(word));
}

function processes(): readonly string[] {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
}

function childrenOf(parents: readonly string[]): readonly string[] {
  return processes().filter((id) => parents.includes(statOf(id)[1] ?? ""));
}

/** CPU time of a program in ticks of 10 ms. */
function ticksOf(id: string): number {
  return Number(statOf(id)[11] ?? 0);
}

/** "id (name) state parent …", where the name may contain spaces and parentheses: from the state on. */
function statOf(id: string): readonly string[] {
  const stat = readIfThere(`/proc/${id}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function commandLine(id: string): string {
  return readIfThere(`/proc/${id}/cmdline`);
}

/** Empty if the process has ended meanwhile. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}

/** The message about a process that left the script's group. */
export const leakedNote =
  "leaked: the script left a process outside its process group; it was found by an environment variable and killed";
