import type { NewEvent, TraceEvent, Tracer } from "../model/trace.ts";

/** Starts an empty trace, before the first model turn. `watch` is called with each event as it happens. */
export function startTrace(watch?: (event: TraceEvent) => void): Tracer {
  return new Trace(watch);
}

class Trace implements Tracer {
  readonly events: TraceEvent[] = [];
  turn = 0;
  readonly #watch: ((event: TraceEvent) => void) | undefined;

  constructor(watch: ((event: TraceEvent) => void) | undefined) {
    this.#watch = watch;
  }

  add(event: NewEvent): void {
    const whole = { step: this.events.length, turn: this.turn, ...event };
    this.events.push(whole);
    this.#watch?.(whole);
  }

  nextTurn(): number {
    return ++this.turn;
  }
}
