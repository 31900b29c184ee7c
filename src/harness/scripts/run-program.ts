import type { ScriptResult } from "../../model/agent.ts";
import { type End, type Program, type Running, start } from "../spawn.ts";
import { within } from "../within.ts";

export interface Ran {
  readonly end: End | "late";
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: ScriptResult["truncated"];
  /** It was ended for writing without end. */
  readonly flooded: boolean;
  /** It was still there after SIGTERM and its grace. */
  readonly killed: boolean;
  /** Absent where nothing was started. */
  readonly group?: number;
}

/** Between SIGTERM and SIGKILL. */
export const graceMilliseconds = 2_000;

/** For what was written last to arrive; after that a process that holds the pipe is not waited for. */
const lingerMilliseconds = 100;

/** Runs a program to its end, or ends it: after the given time, SIGTERM to its group and, if need be, SIGKILL. `onStart` is handed what kills it at once. */
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
  // Whoever is left of its group has had its time, too.
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

/** What is kept of each stream. */
export const keptBytes = 1_048_576;

/** A script that writes more than it needs may end by itself; past this it never will. */
export const floodBytes = 16 * keptBytes;

/** Keeps the start of what a program writes, and kills one that does not stop writing. */
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
    // A decoder that is told of more to come leaves out a character that was cut in two.
    text: () =>
      new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.concat(chunks), {
        stream: written > keptBytes,
      }),
    isCut: () => written > keptBytes,
    isFlooded: () => written > floodBytes,
  };
}
