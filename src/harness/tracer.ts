import type { TraceEvent, Tracer } from "../model/trace.ts";

/** A trace that begins empty, before the model is first asked. `watch` is told of each event as it happens. */
export function startTrace(watch?: (event: TraceEvent) => void): Tracer {
  const events: TraceEvent[] = [];
  let turn = 0;
  return {
    events,
    get turn() {
      return turn;
    },
    add(event) {
      const whole = { step: events.length, turn, ...event };
      events.push(whole);
      watch?.(whole);
    },
    nextTurn: () => ++turn,
  };
}
