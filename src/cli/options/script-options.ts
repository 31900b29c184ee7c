import type { Command } from "commander";
import { openScripts } from "../../api/test/open-scripts.ts";
import type { ScriptRunner } from "../../model/agent.ts";
import { clean } from "../../report/drawing/width.ts";
import type { Io } from "../io.ts";

/** The options for how scripts are run. */
export interface ScriptFlags {
  readonly runScripts?: boolean;
  readonly isolate?: boolean;
}

export const scriptNotes = `Scripts:
  Scripts are not executed by default; a scenario can record their results.
  --run-scripts  executes them on a copy, with limits and few environment
                 variables; this is not a sandbox: scripts have your permissions
                 and your network
  --isolate      executes them under bubblewrap after testing it; if the sandbox
                 does not work, nothing is executed
`;

/** Adds --run-scripts and --isolate. `scriptNotes` belongs at the end of the help. */
export function addScriptOptions(command: Command): Command {
  return command
    .option("--run-scripts", "execute skill scripts; see below")
    .option("--isolate", "execute skill scripts, but only in a sandbox; see below");
}

/** The runner for the flags; prints what it does. Undefined if scripts are not run. */
export async function scriptsFor(
  { runScripts, isolate }: ScriptFlags,
  { env, stderr }: Io,
): Promise<ScriptRunner | undefined> {
  if (!runScripts && !isolate) return undefined;
  const { runner, about } = await openScripts(isolate ? "isolated" : "controlled", env);
  for (const sentence of about) stderr.write(`skills: ${clean(sentence)}\n`);
  return runner;
}
