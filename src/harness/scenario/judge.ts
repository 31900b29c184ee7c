import { count, grouped, series, seriesAtMost } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { CatalogEntry, SkillProblem } from "../../model/agent.ts";
import {
  type Expectation,
  type ExpectedSet,
  expectedSets,
  type ExpectedText,
  expectedTexts,
  type PlacedExpectation,
  type RoundExpectation,
  type Scenario,
  type ScenarioOutcome,
  type ExpectationResult,
} from "../../model/scenario.ts";
import type { TraceEvent, TraceKind } from "../../model/trace.ts";
import { isCall, isLike, namesFile, describeEvent, describePattern } from "./match-event.ts";
import { measure, describeMeasure } from "./measure.ts";
import { matchesOf } from "./pattern.ts";
import { describeLack } from "./describe-failure.ts";
import { describeRequest, type Played } from "./played.ts";

/**
 * The verdict on each expectation, in order. The session must end with an answer, unless a different end is expected.
 */
export function judge(
  { expectations }: Pick<Scenario, "expectations">,
  played: Played,
): readonly ExpectationResult[] {
  const saysEnd = expectations.some(({ kind }) => kind === "stop");
  return [
    ...(saysEnd ? [] : [judgeOne({ kind: "stop", value: "answered" }, played)]),
    ...expectations.map((expectation) => judgePlaced(expectation, played)),
  ];
}

function judgePlaced(expectation: PlacedExpectation, played: Played): ExpectationResult {
  const { kind, at, valuesAt } = expectation;
  const broken = kind === "order" ? valuesAt?.[findBroken(expectation, played.result.trace)] : undefined;
  return { ...judgeOne(expectation, played), at: broken ?? at };
}

export function judgeOne(expectation: Expectation, played: Played): ExpectationResult {
  const { kind } = expectation;
  const about = { kind, expected: describeExpectation(expectation) };
  if (kind === "round") return { ...about, ...judgeRound(expectation, played) };
  if (kind === "text") return { ...about, ...judgeText(expectation, played) };
  if (kind === "set" && expectation.of === "offered" && !played.last)
    return { ...about, outcome: "not-measurable", reason: neverAsked };
  const reason = objectionTo(expectation, played);
  return reason === undefined ? { ...about, outcome: "pass" } : { ...about, outcome: "fail", reason };
}

/** Judges one request as if it were the only one. */
function judgeRound(
  { round, expectation }: RoundExpectation,
  played: Played,
): Pick<ExpectationResult, "outcome" | "reason"> {
  const { requests = [] } = played;
  const request = requests[round - 1];
  if (!request) return { outcome: "fail", reason: `the model received ${count(requests.length, "request")}` };
  const { outcome, reason } = judgeOne(expectation, { ...played, first: request, last: request });
  return { outcome, ...(reason !== undefined && { reason }) };
}

/** "could-not-measure" takes precedence, as "fail" would imply that everything else was checked. */
export function outcomeOf(verdicts: readonly Pick<ExpectationResult, "outcome">[]): ScenarioOutcome {
  const has = (outcome: ExpectationResult["outcome"]): boolean =>
    verdicts.some((verdict) => verdict.outcome === outcome);
  return has("not-measurable") || verdicts.length === 0 ? "could-not-measure" : has("fail") ? "fail" : "pass";
}

/** The worst of several outcomes. */
export function worst(outcomes: readonly ScenarioOutcome[]): ScenarioOutcome {
  return (["could-not-measure", "fail"] as const).find((outcome) => outcomes.includes(outcome)) ?? "pass";
}

function objectionTo(
  expectation: Exclude<Expectation, { readonly kind: "text" | "round" }>,
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
      return amount <= expectation.limit ? undefined : `measured ${grouped(amount)}`;
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
  const index = findBroken({ events }, trace);
  const pattern = events[index];
  if (!pattern) return undefined;
  return trace.some((event) => isLike(event, pattern)) && index > 0
    ? `${describePattern(pattern)} did not come after ${series(events.slice(0, index).map(describePattern))}`
    : `${describePattern(pattern)} did not happen`;
}

/** The index of the first event that did not happen after those before it; -1 if all did. */
function findBroken(
  { events }: Pick<Extract<Expectation, { readonly kind: "order" }>, "events">,
  trace: readonly TraceEvent[],
): number {
  let from = 0;
  return events.findIndex((pattern) => {
    const at = trace.findIndex((event, step) => step >= from && isLike(event, pattern));
    from = at + 1;
    return at === -1;
  });
}

/** Events that read files of a skill or run its scripts. */
const touches: ReadonlySet<TraceEvent["kind"]> = new Set(["activate", "resource", "script"]);

function objectToOthers(
  { events }: Extract<Expectation, { readonly kind: "only" }>,
  trace: readonly TraceEvent[],
): string | undefined {
  const others = trace.filter(
    (event) => touches.has(event.kind) && !events.some((pattern) => isLike(event, pattern)),
  );
  return others.length === 0 ? undefined : `also ${series(Array.from(new Set(others.map(describeEvent))))}`;
}

function reasonsOfStop(stop: string, trace: readonly TraceEvent[]): readonly string[] {
  return trace.flatMap(({ kind, text }) =>
    kind === "stop" && text !== undefined && text !== stop ? [text] : [],
  );
}

/** An actual item, and a function that says whether a value in the scenario means it. */
interface Item {
  readonly label: string;
  isMeantBy(word: string): boolean;
}

/** Why a set does not meet the expectation; undefined if it does. */
function objectToSet(
  { of, extent, values }: Extract<Expectation, { readonly kind: "set" }>,
  played: Played,
): string | undefined {
  const items = sets[of](played);
  const isThere = (value: string): boolean => items.some((item) => item.isMeantBy(value));
  if (extent === "never") return describeOf(values.filter(isThere), "present");
  const absent = values.filter((value) => !isThere(value));
  if (absent.length > 0) return `${describeOf(absent, "missing")}; found: ${describeItems(items)}`;
  const others = items.filter((item) => !values.some((value) => item.isMeantBy(value)));
  return extent === "exactly"
    ? describeOf(
        others.map(({ label }) => label),
        "unexpected",
      )
    : undefined;
}

const sets: Readonly<Record<ExpectedSet, (played: Played) => readonly Item[]>> = {
  activated: ({ result }) =>
    distinct(
      result.trace.flatMap(({ kind, skill }) => (kind === "activate" && skill !== undefined ? [skill] : [])),
    ),
  read: ({ result }) => filesOf(result.trace, "resource"),
  run: ({ result }) => filesOf(result.trace, "script"),
  written: ({ result }) => filesOf(result.trace, "write"),
  called: ({ result }) =>
    distinct(
      result.trace.flatMap((event) => (isCall(event) && event.tool !== undefined ? [event.tool] : [])),
    ),
  offered: ({ last }) => distinct(last?.tools.map(({ name }) => name) ?? []),
  announced: ({ result }) => namesOf(result.catalog, false),
  hidden: ({ result }) => namesOf(result.catalog, true),
  shadowed: ({ result }) => pathsOf(result.problems, "shadowed"),
  skipped: ({ result }) => pathsOf(result.problems, "skipped"),
};

function distinct(labels: readonly string[]): readonly Item[] {
  return Array.from(new Set(labels), (label) => ({ label, isMeantBy: (word) => word === label }));
}

function filesOf(trace: readonly TraceEvent[], kind: TraceKind): readonly Item[] {
  const events = trace.filter((event) => event.kind === kind && event.file !== undefined);
  const items = events.map((event) => ({
    label: [event.skill, event.file].filter((part) => part !== undefined).join("/"),
    isMeantBy: (word: string) => namesFile(word, event),
  }));
  return Array.from(new Map(items.map((item) => [item.label, item])).values());
}

function namesOf(catalog: readonly CatalogEntry[], hidden: boolean): readonly Item[] {
  return distinct(catalog.filter((entry) => entry.hidden === hidden).map(({ name }) => name));
}

/** Systems use different skill directories, so a scenario may give only the end of a path. */
function pathsOf(problems: readonly SkillProblem[], kind: SkillProblem["kind"]): readonly Item[] {
  return problems
    .filter((problem) => problem.kind === kind)
    .map(({ path }) => ({ label: path, isMeantBy: (word) => path === word || path.endsWith(`/${word}`) }));
}

function describeOf(labels: readonly string[], where: string): string | undefined {
  return labels.length === 0
    ? undefined
    : `${series(labels.map((label) => quote(label, 80)))} ${labels.length === 1 ? "is" : "are"} ${where}`;
}

function describeItems(items: readonly Item[]): string {
  return items.length === 0
    ? "none"
    : seriesAtMost(
        items.map(({ label }) => quote(label, 80)),
        8,
      );
}

type TextVerdict =
  | { readonly outcome: "pass" }
  | { readonly outcome: "fail" | "not-measurable"; readonly reason: string };

const neverAsked = "the model was never called";

/** The texts to search; undefined if the model was never called. */
function textsOf(of: ExpectedText, { result, first }: Played): readonly string[] | undefined {
  switch (of) {
    case "prompt":
      return first && [describeRequest(first)];
    case "conversation":
      return [result.messages.map(({ content }) => content).join("\n\n")];
    case "answer":
      return result.answer === undefined ? [] : [result.answer];
    case "person":
      return result.messages.flatMap(({ forUser }) => forUser ?? []);
    case "refusals":
      return result.trace.flatMap(({ kind, text }) => (kind === "refuse" ? [text ?? ""] : []));
    case "problems":
      return result.problems.map(({ path, message }) => `${path}: ${message}`);
    case "writes":
      return result.trace.flatMap(({ kind, summary }) => (kind === "write" ? [summary ?? ""] : []));
  }
}

/** One of the texts must contain or match the value; for "lacks", none may contain it. */
function judgeText(
  { of, how, value }: Extract<Expectation, { readonly kind: "text" }>,
  played: Played,
): TextVerdict {
  const texts = textsOf(of, played);
  if (!texts) return { outcome: "not-measurable", reason: neverAsked };
  const found =
    how === "matches"
      ? texts.map((text) => matchesOf(played.result, value, text))
      : texts.map((text) => text.includes(value));
  if (found.includes(true) !== (how === "lacks")) return { outcome: "pass" };
  if (found.includes("too-slow"))
    return {
      outcome: "not-measurable",
      reason: "matching takes more than a second, here or in an earlier pattern",
    };
  if (how === "lacks") return { outcome: "fail", reason: "the text contains it" };
  return {
    outcome: "fail",
    reason:
      texts.length === 0
        ? "there is no text"
        : of === "prompt" || of === "conversation" || texts.join().length > 160
          ? describeLack(how === "contains" ? texts : [], value)
          : `the text is ${quote(texts.join(" · "), 160)}`,
  };
}

function describeRound({ round, expectation }: RoundExpectation): string {
  const where =
    expectation.kind === "set" ? `the tools offered in request ${round}` : `request ${round} to the model`;
  return `${where}: ${describeCondition(expectation)}`;
}

const extentWords = { exactly: "exactly", includes: "at least", never: "never" } as const;

/** The condition without what it is about. */
function describeCondition(expectation: RoundExpectation["expectation"]): string {
  if (expectation.kind === "text") return `${expectation.how} ${quote(expectation.value, 80)}`;
  const { extent, values } = expectation;
  return `${extentWords[extent]} ${values.length === 0 ? "nothing" : series(values.map((value) => quote(value, 80)))}`;
}

/** Describes an expectation in words. */
export function describeExpectation(expectation: Expectation): string {
  switch (expectation.kind) {
    case "order":
      return `in this order: ${expectation.events.map(describePattern).join(", then ")}`;
    case "set":
      return `${expectedSets[expectation.of]}: ${describeCondition(expectation)}`;
    case "text":
      return `${expectedTexts[expectation.of]}: ${describeCondition(expectation)}`;
    case "most":
      return `${describeMeasure(expectation.of)}: at most ${grouped(expectation.limit)}`;
    case "only":
      return "nothing else is activated, read or run";
    case "stop":
      return `the session ends with ${quote(expectation.value)}`;
    case "round":
      return describeRound(expectation);
  }
}
