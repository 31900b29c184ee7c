import type { ScriptResult } from "../../model/agent.ts";

/** The result for a script that was not started. The sentence becomes its standard error. */
export function refused(mode: ScriptResult["mode"], sentence: string): ScriptResult {
  return { mode, outcome: "refused", stdout: "", stderr: sentence, truncated: [], notes: [] };
}
