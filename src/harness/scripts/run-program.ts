import type { ScriptResult } from "../../model/agent.ts";
import { type End, type Program, type Running, start } from "../spawn.ts";
import { within } from "../within.ts";

export interface Ran {
  readonly end: End | "late";
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: ScriptResult["truncated"];
  /** Whether the program was killed because it wrote too much output. */
  readonly flooded: boolean;
  /** Whether the program had to be killed with SIGKILL, as it did not end after SIGTERM within the grace period. */
  readonly killed: boolean;
  /** Absent if the program did not start. */
  readonly group?: number;
}

/** Time between SIGTERM and SIGKILL. */
export const graceMilliseconds = 2_000;

/** Time to wait for the last output. After that, processes that still have the pipe open are ignored. */
const lingerMilliseconds = 100;

/**
 * Runs a program until it ends, or ends it after the timeout: SIGTERM to its group, then SIGKILL if necessary.
 * `onStart` receives a function that kills it immediately.
 */
export async function runProgram(
  program: Program,
  stdin: string | undefined,
  timeoutMilliseconds: number,
  onStart: (kill: () => void) => void = () => {},
): Promise<Ran> {
  const running = start(program, stdin === undefined ? "nothing" : "pipe");
  onStart(() => void running.signal("SIGKILL"));
  const kept = keepOutput(running);
  if (stdin !== undefined) running.write(stdin);
  running.endInput();
  const inTime = await within(timeoutMilliseconds, running.ended);
  const killed = inTime ? false : await stop(running);
  await within(lingerMilliseconds, running.closed);
  // Kills the remaining processes of the group, which had the same grace period.
  running.signal("SIGKILL");
  running.release();
  return {
    end: inTime ?? "late",
    ...textsOf(kept),
    killed,
    ...(running.group !== undefined && { group: running.group }),
  };
}

async function stop(running: Running): Promise<boolean> {
  running.signal("SIGTERM");
  if (await within(graceMilliseconds, running.ended)) return false;
  running.signal("SIGKILL");
  await within(lingerMilliseconds, running.ended);
  return true;
}

function textsOf({ stdout, stderr }: Kept): Pick<Ran, "stdout" | "stderr" | "truncated" | "flooded"> {
  const truncated = (["stdout", "stderr"] as const).filter((name) => ({ stdout, stderr })[name].isCut());
  return {
    stdout: stdout.text(),
    stderr: stderr.text(),
    truncated,
    flooded: stdout.isFlooded() || stderr.isFlooded(),
  };
}

interface KeptStream {
  text(): string;
  isCut(): boolean;
  isFlooded(): boolean;
}

interface Kept {
  readonly stdout: KeptStream;
  readonly stderr: KeptStream;
}

/** Maximum number of bytes of each stream that are retained. */
export const keptBytes = 1_048_576;

/** A program that has written this much is assumed to continue without end. */
export const floodBytes = 16 * keptBytes;

/** Keeps the beginning of a program's output, and kills a program that writes too much. */
function keepOutput(running: Running): Kept {
  return { stdout: keepStream(running, "stdout"), stderr: keepStream(running, "stderr") };
}

function keepStream(running: Running, name: "stdout" | "stderr"): KeptStream {
  const chunks: Buffer[] = [];
  let written = 0;
  running.onOutput(name, (bytes) => {
    if (written < keptBytes) chunks.push(bytes.subarray(0, keptBytes - written));
    written += bytes.length;
    if (written > floodBytes) running.signal("SIGKILL");
  });
  return {
    // In streaming mode the decoder omits a truncated last character.
    text: () =>
      new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.concat(chunks), {
        stream: written > keptBytes,
      }),
    isCut: () => written > keptBytes,
    isFlooded: () => written > floodBytes,
  };
}
