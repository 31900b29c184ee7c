import type { Policy, Scope, ScriptRunner, SessionResult, SystemId } from "../../model/agent.ts";
import type { Report } from "../../model/report.ts";
import type { TokenCount } from "../../model/token-counter.ts";
import type { TraceEvent } from "../../model/trace.ts";

export interface RunOptions {
  readonly prompt: string;
  readonly system: SystemId;
  /** "lexical", "scripted:FILE", "replay:FILE" or "command:PROGRAM ARGUMENT…". */
  readonly model: string;
  /** The project. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Directories that hold skills, in place of those in which the agent looks. */
  readonly roots?: readonly string[];
  /** Only the skills of the project, of the user, or those that come with the agent. */
  readonly source?: Scope;
  /** A file with the agent's settings, as JSON. */
  readonly settings?: string;
  readonly policy: Policy;
  /** In earnest; absent where scripts are not run. */
  readonly scripts?: ScriptRunner;
  readonly maxTurns?: number;
  readonly tokens?: TokenCount;
  readonly watch?: (event: TraceEvent) => void;
  /** Keeps a record of the run in the project, under this name of its moment. */
  readonly auditAt?: string;
}

export interface RunReport {
  /** Its `data` is the result; its outcome 0 where there is an answer, 2 where the model could not go on, 1 else. */
  readonly report: Report;
  readonly result: SessionResult;
  /** Where the record is. */
  readonly audit?: string;
}
