import type { ScriptResult } from "../../model/agent.ts";

/** The result for a script that was not started. The sentence becomes its standard error. */
export function refused(mode: ScriptResult["mode"], sentence: string): ScriptResult {
  return { mode, outcome: "refused", stdout: "", stderr: sentence, truncated: [], notes: [] };
}

/** The default limit of a script, in seconds. */
export const defaultSeconds = 30;

export function describeTimeout(seconds: number): string {
  return `the script was ended after ${seconds} s, its limit`;
}
