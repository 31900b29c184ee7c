import { createHash, randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { once } from "../core/once.ts";
import { systemCode } from "../write/cannot-write.ts";

const form = /^(\d{1,10})-(\w{1,20})-([0-9a-f]{8})-[0-9a-f]{16}$/;

/** A unique name for this process: its id, start time and machine, and random digits. */
export function newMark(): string {
  return `${process.pid}-${startOf(process.pid) ?? unknown}-${machine()}-${randomBytes(8).toString("hex")}`;
}

export function isMark(text: string): boolean {
  return form.test(text);
}

/** The id of the process with this mark. */
export function processOf(mark: string): number {
  return Number(form.exec(mark)?.[1]);
}

/**
 * Time in milliseconds after which a process on another machine or in another container counts as ended, if its files
 * have not been changed.
 */
const patience = 60_000;

/**
 * Whether the process with this mark has ended. `touched` is the time of the last change to its files, in
 * milliseconds of the system clock.
 */
export function isGone(mark: string, touched: number): boolean {
  const [, id, start, where] = form.exec(mark) ?? [];
  if (where !== machine()) return Math.abs(Date.now() - touched) > patience;
  if (!isRunning(Number(id))) return true;
  const now = startOf(Number(id));
  return now !== undefined && start !== unknown && now !== start;
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    // The process is running and belongs to another user, so signaling it is not permitted.
    return systemCode(error) === "EPERM";
  }
}

const unknown = "0";

/**
 * Start time of a process in clock ticks since boot (proc(5), /proc/pid/stat, field 22), as process ids are reused.
 * Undefined if the system does not provide it.
 */
function startOf(id: number): string | undefined {
  const text = readOrNothing(() => readFileSync(`/proc/${id}/stat`, "latin1"));
  const [state, ...fields] = text === undefined ? [] : text.slice(text.lastIndexOf(")") + 2).split(" ");
  // A zombie still has its id.
  return state === "Z" || state === "X" ? "ended" : fields[18];
}

/** Identifies one boot of one machine and one container, within which process ids are unique. */
const machine = once(() => {
  const boot = readOrNothing(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1"));
  const container = readOrNothing(() => readlinkSync("/proc/self/ns/pid"));
  return createHash("sha256").update(`${boot}\n${container}`).digest("hex").slice(0, 8);
});

function readOrNothing(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
