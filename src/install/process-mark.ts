import { createHash, randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { once } from "../core/once.ts";
import { systemCode } from "../write/cannot-write.ts";

const form = /^(\d{1,10})-(\w{1,20})-([0-9a-f]{8})-[0-9a-f]{16}$/;

/** A name that no other process has had or will have: its number, when it began, where it runs, and chance. */
export function newMark(): string {
  return `${process.pid}-${startOf(process.pid) ?? unknown}-${machine()}-${randomBytes(8).toString("hex")}`;
}

export function isMark(text: string): boolean {
  return form.test(text);
}

/** The number of the process. */
export function processOf(mark: string): number {
  return Number(form.exec(mark)?.[1]);
}

/** How long a process that nobody can ask, as it runs on another machine or in another container, may leave its files untouched; in milliseconds. */
const patience = 60_000;

/** Whether the process has ended. `touched` is when its files were last changed, in milliseconds of the system's clock. */
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
    // Another user's process runs too, though it takes no signal from us.
    return systemCode(error) === "EPERM";
  }
}

const unknown = "0";

/** When a process began, in ticks since the system did (proc(5), /proc/pid/stat, field 22): numbers of processes are used again. Undefined where the system does not tell. */
function startOf(id: number): string | undefined {
  const text = readOrNothing(() => readFileSync(`/proc/${id}/stat`, "latin1"));
  const [state, ...fields] = text === undefined ? [] : text.slice(text.lastIndexOf(")") + 2).split(" ");
  // One that has ended and that its parent has not asked about still has its number.
  return state === "Z" || state === "X" ? "ended" : fields[18];
}

/** One boot of one machine, and there one container: only within it do the numbers of processes mean anything. */
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
