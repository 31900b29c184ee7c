import type {
  Expectation,
  PlacedExpectation,
  Scenario,
  ScenarioOutcome,
  Verdict,
} from "../../model/scenario.ts";
import { grouped, series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { TraceEvent } from "../../model/trace.ts";
import { objectToSet } from "./judge-set.ts";
import { judgeText, neverAsked } from "./judge-text.ts";
import { isLike, tellEvent, tellPattern } from "./match-event.ts";
import { measure } from "./measure.ts";
import type { Played } from "./played.ts";
import { tellExpectation } from "./tell-expectation.ts";

/** Each expectation held against one session, in the order written; that it ends with an answer is expected where nothing else is said of its end. */
export function judge({ expectations }: Pick<Scenario, "expectations">, played: Played): readonly Verdict[] {
  const saysEnd = expectations.some(({ kind }) => kind === "stop");
  return [
    ...(saysEnd ? [] : [judgeOne({ kind: "stop", value: "answered" }, played)]),
    ...expectations.map((expectation) => judgePlaced(expectation, played)),
  ];
}

function judgePlaced(expectation: PlacedExpectation, played: Played): Verdict {
  return { ...judgeOne(expectation, played), at: expectation.at };
}

export function judgeOne(expectation: Expectation, played: Played): Verdict {
  const { kind } = expectation;
  const about = { kind, expected: tellExpectation(expectation) };
  if (kind === "text") return { ...about, ...judgeText(expectation, played) };
  if (kind === "set" && expectation.of === "offered" && !played.last)
    return { ...about, outcome: "not-measurable", reason: neverAsked };
  const reason = objectionTo(expectation, played);
  return reason === undefined ? { ...about, outcome: "pass" } : { ...about, outcome: "fail", reason };
}

/** What could not be measured comes first: who is told "fail" believes that all else was looked at. */
export function outcomeOf(verdicts: readonly Pick<Verdict, "outcome">[]): ScenarioOutcome {
  const has = (outcome: Verdict["outcome"]): boolean =>
    verdicts.some((verdict) => verdict.outcome === outcome);
  return has("not-measurable") || verdicts.length === 0 ? "could-not-measure" : has("fail") ? "fail" : "pass";
}

/** One outcome for several. */
export function worst(outcomes: readonly ScenarioOutcome[]): ScenarioOutcome {
  return (["could-not-measure", "fail"] as const).find((outcome) => outcomes.includes(outcome)) ?? "pass";
}

function objectionTo(
  expectation: Exclude<Expectation, { readonly kind: "text" }>,
  played: Played,
): string | undefined {
  const { trace, stop } = played.result;
  switch (expectation.kind) {
    case "order":
      return objectToOrder(expectation, trace);
    case "set":
      return objectToSet(expectation, played);
    case "only":
      return objectToOthers(expectation, trace);
    case "most": {
      const amount = measure(trace, expectation.of);
      return amount <= expectation.limit ? undefined : `there are ${grouped(amount)}`;
    }
    case "stop":
      return stop === expectation.value
        ? undefined
        : [`it ended with ${quote(stop)}`, ...reasonsOfStop(stop, trace)].join(": ");
  }
}

function objectToOrder(
  { events }: Extract<Expectation, { readonly kind: "order" }>,
  trace: readonly TraceEvent[],
): string | undefined {
  let from = 0;
  for (const [index, pattern] of events.entries()) {
    const at = trace.findIndex((event, step) => step >= from && isLike(event, pattern));
    if (at !== -1) from = at + 1;
    else
      return trace.some((event) => isLike(event, pattern)) && index > 0
        ? `${tellPattern(pattern)} did not come after ${series(events.slice(0, index).map(tellPattern))}`
        : `${tellPattern(pattern)} did not happen`;
  }
  return undefined;
}

/** What reads from a skill, or has it do something. */
const touches: ReadonlySet<TraceEvent["kind"]> = new Set(["activate", "resource", "script"]);

function objectToOthers(
  { events }: Extract<Expectation, { readonly kind: "only" }>,
  trace: readonly TraceEvent[],
): string | undefined {
  const others = trace.filter(
    (event) => touches.has(event.kind) && !events.some((pattern) => isLike(event, pattern)),
  );
  return others.length === 0 ? undefined : `so did ${series(Array.from(new Set(others.map(tellEvent))))}`;
}

function reasonsOfStop(stop: string, trace: readonly TraceEvent[]): readonly string[] {
  return trace.flatMap(({ kind, text }) =>
    kind === "stop" && text !== undefined && text !== stop ? [text] : [],
  );
}
