import type { SkillSource } from "./source.ts";

export interface ScriptRequest {
  readonly source: SkillSource;
  /** The skill's name, for the trace and for recorded answers. */
  readonly skill: string;
  /** From the skill's root. */
  readonly file: string;
  readonly args: readonly string[];
  readonly stdin?: string;
}

export interface ScriptResult {
  /** "dry": it was not run, a recorded answer or none stands in for it. */
  readonly mode: "dry" | "controlled" | "isolated";
  readonly outcome: "answered" | "exited" | "signalled" | "timed-out" | "refused";
  readonly exitCode?: number;
  readonly signal?: string;
  readonly stdout: string;
  readonly stderr: string;
  /** Which streams were cut, and after how many bytes. */
  readonly truncated: readonly ("stdout" | "stderr")[];
  /** What to tell of it beside: files changed in the copy, descendants that escaped, variables withheld. */
  readonly notes: readonly string[];
}

export interface ScriptRunner {
  run(request: ScriptRequest): Promise<ScriptResult>;
}
