import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { marker } from "./environment.ts";

interface Marked {
  readonly id: number;
  /** The process group of the script. */
  readonly group: number;
}

/** What happened to processes that were still running after the script ended. */
export interface Leaked {
  /**
   * Whether one of the processes had left the script's process group, so that signals to the group did not reach it.
   */
  readonly escaped: boolean;
  /** Whether one of the processes could not be killed. */
  readonly remains: boolean;
}

/** Maximum number of searches, as a process may start another one before it is killed. */
const rounds = 50;
const roundMilliseconds = 10;

/**
 * Finds the processes that have the mark of a run in their environment, in any group or session, and kills them.
 * Undefined without /proc. A process that removes the mark before it starts another program is not found.
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
  // All entries are listed without their types, which do not matter in /proc.
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      // Empty for a zombie: a process that has ended, but whose parent has not waited for it.
      const environment = readIfThere(`/proc/${name}/environ`)?.split("\0");
      const group = environment?.includes(`${marker}=${mark}`) ? groupOf(name) : undefined;
      return group === undefined ? [] : [{ id: Number(name), group }];
    });
}

/** "id (name) state parent group …", where the name may contain spaces and parentheses. */
function groupOf(name: string): number | undefined {
  const stat = readIfThere(`/proc/${name}/stat`);
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2]);
}

/** Undefined if the process has ended or belongs to another user. */
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
    // The process has ended meanwhile.
  }
}
