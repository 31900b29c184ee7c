import type { ScriptResult } from "../../model/agent.ts";

/** The answer for a script that was not started; the sentence stands where the words of a script that failed would. */
export function refused(mode: ScriptResult["mode"], sentence: string): ScriptResult {
  return { mode, outcome: "refused", stdout: "", stderr: sentence, truncated: [], notes: [] };
}
