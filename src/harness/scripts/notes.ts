import { constants } from "node:os";
import type { ScriptResult } from "../../model/agent.ts";
import { grouped, seriesAtMost } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { Unread } from "../../model/source.ts";
import { floodBytes, keptBytes } from "./keep-output.ts";
import type { Leaked } from "./leaked.ts";
import { graceMilliseconds, type Ran } from "./run-program.ts";

export interface RunFacts {
  readonly ran: Ran;
  readonly mode: ScriptResult["mode"];
  /** Undefined where nobody could look. */
  readonly leaked: Leaked | undefined;
  readonly left: readonly Unread[];
  readonly difference: string | undefined;
}

/** What there is to tell of a run beside its result: the same on every machine, and without a number that chance decides. */
export function notesOf({ ran, mode, leaked, left, difference }: RunFacts): readonly string[] {
  const notes = [
    notCopied(left),
    difference,
    ...ran.truncated.map(cut),
    ran.flooded ? flooded : undefined,
    ran.killed ? killed : undefined,
    bySignal(ran, mode),
    escaped(leaked, mode),
  ];
  return notes.filter((note) => note !== undefined);
}

const flooded = `the script was ended for writing more than ${grouped(floodBytes)} bytes`;
const killed = `the script was still running ${graceMilliseconds / 1000} s after SIGTERM and was ended by SIGKILL`;

function cut(stream: "stdout" | "stderr"): string {
  return `${stream} was truncated after ${grouped(keptBytes)} bytes`;
}

function notCopied(left: readonly Unread[]): string | undefined {
  if (left.length === 0) return undefined;
  return `not copied for the script: ${seriesAtMost(
    left.map(({ path, reason }) => `${quote(path)} (${reason})`),
    10,
  )}`;
}

/** bubblewrap ends with 128 and the signal's number, as a script may by itself: which one it was cannot be told. */
function bySignal({ end }: Ran, mode: ScriptResult["mode"]): string | undefined {
  if (mode !== "isolated" || end === "late" || end.kind !== "exited") return undefined;
  const [signal] = Object.entries(constants.signals).find(([, number]) => end.code === 128 + number) ?? [];
  return signal && `exit code ${end.code} is also how bubblewrap tells of an end by ${signal}`;
}

function escaped(leaked: Leaked | undefined, mode: ScriptResult["mode"]): string | undefined {
  if (leaked?.remains) return "processes that the script left behind could not be ended";
  // Those that bubblewrap is about to end are not in the script's group either.
  if (mode === "isolated" || !leaked?.escaped) return undefined;
  return "leaked: the script left a process behind outside of its process group; it was found by a mark in its environment and ended by SIGKILL";
}
