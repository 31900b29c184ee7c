import type { SystemId } from "../../model/agent.ts";
import type { Choice, ExpectationResult } from "../../model/scenario.ts";
import type { TraceEvent } from "../../model/trace.ts";
import type { SpannedSession } from "../../harness/otel-spans.ts";
import type { Played } from "../../harness/scenario/played.ts";
import { measureSelection, measureSessions } from "../../harness/metrics.ts";
import type { TestMetrics } from "../../model/reports/test.ts";

/** One session of a scenario or of a case of evals. */
export interface TestedSession {
  readonly system: SystemId;
  readonly trace: readonly TraceEvent[];
  readonly verdicts: readonly ExpectationResult[];
  /** Absent if no spans are made of the session. */
  readonly spanned?: SpannedSession;
}

/** A plan with `spans` keeps what spans are made of. */
export interface SpanPlan {
  readonly spans?: boolean;
}

/** The session of the test with this name. */
export function testedSession(
  name: string,
  { result: { system, model, trace, messages }, requests = [] }: Played,
  verdicts: readonly ExpectationResult[],
  { spans = false }: SpanPlan,
): TestedSession {
  return {
    system,
    trace,
    verdicts,
    ...(spans && { spanned: { name, system, model, trace, requests, messages, verdicts } }),
  };
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
