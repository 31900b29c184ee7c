import type { ScriptResult } from "../../model/agent.ts";
import { start, type End, type Program, type Running } from "../spawn.ts";
import { within } from "../within.ts";
import { keepOutput, type Kept } from "./keep-output.ts";

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
