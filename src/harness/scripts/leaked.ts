import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { marker } from "./environment.ts";

interface Marked {
  readonly id: number;
  /** The process group that it is in. */
  readonly group: number;
}

/** What became of the processes that a script left behind. */
export interface Leaked {
  /** One of them had left the script's group, where no signal to the group reaches it. */
  readonly escaped: boolean;
  /** One of them could not be ended. */
  readonly remains: boolean;
}

/** How often is looked again: a process that is being ended may have started another one meanwhile. */
const rounds = 50;
const roundMilliseconds = 10;

/**
 * Finds the processes that carry a run's mark, in whatever group or session they are, and ends them.
 * Undefined where there is no /proc to find them in. One that took the mark out of its environment before it started another program is not found.
 */
export async function endLeaked(mark: string, group: number): Promise<Leaked | undefined> {
  if (!readIfThere("/proc/self/environ")) return undefined;
  let escaped = false;
  for (let round = 0; round < rounds; round++) {
    const marked = findMarked(mark);
    if (marked.length === 0) return { escaped, remains: false };
    escaped ||= marked.some((each) => each.group !== group);
    for (const { id } of marked) end(id);
    await wait(roundMilliseconds);
  }
  return { escaped, remains: true };
}

function findMarked(mark: string): readonly Marked[] {
  // Names alone: in /proc there is no file whose kind matters.
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      // Empty for a process that has ended and that nobody has asked after yet.
      const environment = readIfThere(`/proc/${name}/environ`)?.split("\0");
      const group = environment?.includes(`${marker}=${mark}`) ? groupOf(name) : undefined;
      return group === undefined ? [] : [{ id: Number(name), group }];
    });
}

/** "id (name) state parent group …", where the name may hold blanks and parentheses. */
function groupOf(name: string): number | undefined {
  const stat = readIfThere(`/proc/${name}/stat`);
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2]);
}

/** Undefined for a process that is gone, or another user's. */
function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return undefined;
  }
}

function end(id: number): void {
  try {
    process.kill(id, "SIGKILL");
  } catch {
    // It has ended by itself meanwhile.
  }
}
