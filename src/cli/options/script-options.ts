import type { Command } from "commander";
import { openScripts } from "../../api/test/open-scripts.ts";
import type { ScriptRunner } from "../../model/agent.ts";
import { clean } from "../../report/drawing/width.ts";
import type { Io } from "../io.ts";

/** How the user wants scripts run. */
export interface ScriptFlags {
  readonly runScripts?: boolean;
  readonly isolate?: boolean;
}

export const scriptNotes = `Scripts:
  They are never run, unless you ask for it: what a scenario has recorded stands
  in for what they say.
  --run-scripts  runs them on a copy, with few variables and within limits; that
                 is no sandbox, a script has your rights and your network
  --isolate      runs them under bubblewrap, tried out first; without one that
                 holds nothing is run
`;

/** Adds --run-scripts and --isolate; `scriptNotes` is for the end of the help. */
export function addScriptOptions(command: Command): Command {
  return command
    .option("--run-scripts", "run the scripts of skills in earnest; see below")
    .option("--isolate", "run them, and only in a sandbox; see below");
}

/** The runner that the flags ask for, once the user has been told what it does; undefined where scripts are not to be run. */
export async function scriptsFor(
  { runScripts, isolate }: ScriptFlags,
  { env, stderr }: Io,
): Promise<ScriptRunner | undefined> {
  if (!runScripts && !isolate) return undefined;
  const { runner, about } = await openScripts(isolate ? "isolated" : "controlled", env);
  for (const sentence of about) stderr.write(`skills: ${clean(sentence)}\n`);
  return runner;
}
