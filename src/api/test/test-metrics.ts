import type { SystemId } from "../../model/agent.ts";
import type { Choice, Verdict } from "../../model/scenario.ts";
import type { TraceEvent } from "../../model/trace.ts";
import {
  measureSelection,
  measureSessions,
  type Selection,
  type SessionTotals,
} from "../../harness/metrics.ts";

/** One session that a scenario led to. */
export interface TestedSession {
  readonly system: SystemId;
  readonly trace: readonly TraceEvent[];
  readonly verdicts: readonly Verdict[];
}

export interface TestMetrics {
  /** By words alone, of the prompts that evals mean for a skill or for none: separability, and no rate at which a model would choose. */
  readonly separability?: Selection;
  /** What the scenarios took in each system, and how many of their constraints held. */
  readonly sessions?: Readonly<Partial<Record<SystemId, SessionTotals>>>;
}

export function measureTests(choices: readonly Choice[], sessions: readonly TestedSession[]): TestMetrics {
  const systems = Array.from(new Set(sessions.map(({ system }) => system)));
  return {
    ...(choices.length > 0 && { separability: measureSelection(choices) }),
    ...(systems.length > 0 && {
      sessions: Object.fromEntries(
        systems.map((id) => [id, measureSessions(sessions.filter(({ system }) => system === id))]),
      ),
    }),
  };
}
