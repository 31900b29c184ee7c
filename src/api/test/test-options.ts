import type { ScriptRunner, SystemId } from "../../model/agent.ts";
import type { Report } from "../../model/report.ts";
import type { TestRun } from "../../results/test.ts";
import type { TokenCount } from "../../model/token-counter.ts";
import type { SmokeLimits } from "../../harness/smoke/budget.ts";
import type { Narrowed, Narrowing } from "../scope/changed-skills.ts";
import type { Scope } from "../scope/find-sources.ts";

export interface TestOptions extends Scope, Narrowing {
  /** The agents to play; all of them where none is given. */
  readonly systems?: readonly SystemId[];
  /** Only the tests whose names hold this, in capitals or not. */
  readonly filter?: string;
  readonly tokens?: TokenCount;
  readonly limits?: SmokeLimits;
  /** Writes the traces of scenarios beside them, where they differ from what is there. */
  readonly update?: boolean;
  /** The report of an earlier run, as JSON, whose failures do not count again; a path. */
  readonly baseline?: string;
  /** Runs scripts in earnest, in place of the answers that a scenario has recorded. */
  readonly scripts?: ScriptRunner;
  /** How many skills and scenarios are worked on at a time; it changes nothing of what comes out. */
  readonly jobs?: number;
  /** Keeps what happened of tests that pass too. */
  readonly traces?: boolean;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Called after each skill or file. */
  readonly onStep?: (index: number, of: number) => void;
}

export interface TestReport {
  /** Its `data` is the run; its outcome 2 where something could not be measured, 1 where a test failed, 0 else. */
  readonly report: Report;
  readonly run: TestRun;
  /** Absent where all skills in scope were tested. Also in the report's data, as `scope`. */
  readonly narrowed?: Narrowed;
}
