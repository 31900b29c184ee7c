import { existsSync } from "node:fs";
import { compareText } from "../../core/order.ts";
import { count, series } from "../../core/sentence.ts";
import { show } from "../../core/show.ts";
import type { ScriptRunner } from "../../model/agent.ts";
import { scriptEnvironment } from "./environment.ts";
import { findProgram } from "./interpreter.ts";
import { placesIn } from "./work-place.ts";
import { defaultSeconds } from "./ended-early.ts";

/** A runner that executes scripts. */
export interface EarnestRunner extends ScriptRunner {
  /** Shown to the user before a script is run. The text depends on the machine, so it is not part of any result. */
  readonly about: readonly string[];
}

export interface RunOptions {
  /** The caller's environment variables. They are not passed on, but their names are reported. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Timeout of a script. */
  readonly timeoutMilliseconds?: number;
}

export const usualTimeout = defaultSeconds * 1000;

/**
 * Returns `words`, the limits that this machine does not support, and the names of the caller's variables that are
 * not passed to scripts.
 */
export function aboutRuns(
  words: string,
  caller: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const missing = [
    findProgram("prlimit") === undefined
      ? "prlimit not found: the memory, files and processes of scripts are not limited"
      : undefined,
    existsSync("/proc/self/environ")
      ? undefined
      : "/proc not found: processes that leave a script's process group are not detected",
  ];
  return [words, ...missing, withheld(caller)].filter((sentence) => sentence !== undefined);
}

/** Maximum number of variables to list. */
const mostNames = 200;

const longestName = 60;

function withheld(caller: Readonly<Record<string, string | undefined>>): string | undefined {
  const given = scriptEnvironment(placesIn(""), "");
  const names = Object.keys(caller)
    .filter((name) => !Object.hasOwn(given, name))
    .sort(compareText);
  if (names.length === 0) return undefined;
  const shown = names.slice(0, mostNames).map((name) => show(name, longestName));
  const rest = names.length > mostNames ? [`${names.length - mostNames} more`] : [];
  return `${count(names.length, "variable")} ${names.length === 1 ? "is" : "are"} not passed to scripts: ${series([...shown, ...rest])}`;
}

/** Shown to the user before scripts are run without isolation. */
export const controlledWords =
  "runs the skill's scripts on a temporary copy, with few environment variables and with limits on time and output; this is not a sandbox: scripts have your permissions and your network";

/** Shown to the user before scripts are run under bubblewrap. */
export function isolatedWords(version: string): string {
  return `runs scripts in a bubblewrap ${version} sandbox on a temporary copy of the skill: no network, no home directory, read-only system; kernel vulnerabilities and side channels are not covered`;
}
