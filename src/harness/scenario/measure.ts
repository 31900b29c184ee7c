import type { Measure } from "../../model/scenario.ts";
import type { TraceEvent } from "../../model/trace.ts";
import { isSpent } from "../session.ts";

/** The amount that a session used. For tokens and bytes, only events with a tier count, not prompts and replies. */
export function measure(trace: readonly TraceEvent[], of: Measure): number {
  switch (of.unit) {
    case "turns":
      return trace.reduce((most, { turn }) => Math.max(most, turn), 0);
    case "calls":
      return trace.filter(isSpent).length;
    case "refusals":
      return trace.filter(({ kind }) => kind === "refuse").length;
    case "tokens":
      return sum(inTier(trace, of.tier), ({ tokens = 0 }) => tokens);
    case "bytes":
      return sum(inTier(trace, of.tier), ({ bytes: [from, to] = [0, 0] }) => to - from);
  }
}

const tierNames = { 1: "of the catalog", 2: "of bodies", 3: "of files" } as const;

export function describeMeasure(of: Measure): string {
  return of.unit === "tokens" || of.unit === "bytes"
    ? [of.unit, ...(of.tier ? [tierNames[of.tier]] : [])].join(" ")
    : of.unit;
}

function inTier(trace: readonly TraceEvent[], tier: TraceEvent["tier"]): readonly TraceEvent[] {
  return trace.filter((event) => event.tier !== undefined && (tier === undefined || event.tier === tier));
}

function sum(events: readonly TraceEvent[], of: (event: TraceEvent) => number): number {
  return events.reduce((total, event) => total + of(event), 0);
}
