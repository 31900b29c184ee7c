import type { SystemId } from "../../model/agent.ts";
import type { Choice, ExpectationResult } from "../../model/scenario.ts";
import type { TraceEvent } from "../../model/trace.ts";
import { measureSelection, measureSessions } from "../../harness/metrics.ts";
import type { TestMetrics } from "../../model/reports/test.ts";

/** One session of a scenario. */
export interface TestedSession {
  readonly system: SystemId;
  readonly trace: readonly TraceEvent[];
  readonly verdicts: readonly ExpectationResult[];
}

/** `choices` are by the words of descriptions, those `selected` by a model. */
export function measureTests(
  choices: readonly Choice[],
  selected: readonly Choice[],
  sessions: readonly TestedSession[],
): TestMetrics {
  const systems = Array.from(new Set(sessions.map(({ system }) => system)));
  return {
    ...(choices.length > 0 && { separability: measureSelection(choices) }),
    ...(selected.length > 0 && { selection: measureSelection(selected) }),
    ...(systems.length > 0 && {
      sessions: Object.fromEntries(
        systems.map((id) => [id, measureSessions(sessions.filter(({ system }) => system === id))]),
      ),
    }),
  };
}
