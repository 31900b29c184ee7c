import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ScriptResult, ScriptRunner } from "../../src/core/script-run.ts";
import { openDirectory } from "../../src/read/directory.ts";
import { fixturesRoot } from "./fixtures.ts";

export interface RunawayRun {
  readonly result: ScriptResult;
  readonly milliseconds: number;
  /** How many of the script's processes are still there. */
  readonly alive: number;
}

const skill = openDirectory(path.join(fixturesRoot, "runaway"), "runaway");

/** Runs one of the scripts that do not end by themselves. */
export async function runAway(runner: ScriptRunner, shape: string): Promise<RunawayRun> {
  const word = randomUUID();
  const start = performance.now();
  const result = await runner.run({
    source: skill,
    skill: "runaway",
    file: `scripts/${shape}`,
    args: [word],
  });
  return { result, milliseconds: performance.now() - start, alive: countProcesses(word) };
}

/** How many processes have a word in their command line. */
export function countProcesses(word: string): number {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && commandLine(name).includes(word)).length;
}

function commandLine(process: string): string {
  try {
    return readFileSync(`/proc/${process}/cmdline`, "latin1");
  } catch {
    // It has ended meanwhile.
    return "";
  }
}

/** The sentence that tells of a process that left the script's group. */
export const leakedNote =
  "leaked: the script left a process behind outside of its process group; it was found by a mark in its environment and ended by SIGKILL";
