import type { TraceEvent, Tracer } from "../model/trace.ts";

/** Starts an empty trace, before the first model turn. `watch` is called with each event as it happens. */
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
