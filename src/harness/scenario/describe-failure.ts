import { quote } from "../../core/show.ts";
import { nearest } from "../../core/nearest.ts";
import type { EventPattern, Expectation, ExpectedSet, ExpectedText, Measure } from "../../model/scenario.ts";
import type { TraceEvent, TraceKind } from "../../model/trace.ts";
import { describePattern, isLike } from "./match-event.ts";

/** The expected and the actual sequence of events, row by row; a cell is empty if nothing corresponds. */
export type OrderRow = readonly [expected: string, happened: string];

/** Lays out an order that was not met beside the events of the same kinds that happened. */
export function compareOrder(
  expected: readonly EventPattern[],
  trace: readonly TraceEvent[],
): readonly OrderRow[] {
  const rows: OrderRow[] = [];
  let next = 0;
  for (const event of trace.filter((each) => expected.some((pattern) => isSameKind(each, pattern)))) {
    const pattern = expected[next];
    const isNext = pattern !== undefined && isLike(event, pattern);
    if (isNext) next++;
    rows.push([isNext ? describePattern(pattern) : "", describeWhole(event)]);
  }
  return [...rows, ...expected.slice(next).map((pattern): OrderRow => [describePattern(pattern), ""])];
}

function isSameKind(event: TraceEvent, pattern: EventPattern): boolean {
  return pattern.kind === undefined ? event.tool !== undefined : pattern.kind === event.kind;
}

function describeWhole({ kind, skill, file, tool, text }: TraceEvent): string {
  const isRead = file !== undefined && kind !== "activate";
  return describePattern({
    kind,
    ...(skill !== undefined && { skill }),
    ...(isRead && { file }),
    ...(skill === undefined && !isRead && tool !== undefined && { tool }),
    ...(skill === undefined && text !== undefined && text !== "" && { text }),
  });
}

const calls: readonly TraceKind[] = ["activate", "again", "list", "refuse", "resource", "script", "tool"];

/** What expectations are about, other than an order. */
type About = ExpectedSet | ExpectedText | Measure["unit"] | "only" | "stop";

/** The kinds of events that an expectation is about. */
const kinds: Readonly<Record<About, readonly TraceKind[]>> = {
  prompt: ["prompt", "catalog"],
  offered: ["catalog"],
  activated: ["activate"],
  read: ["resource", "list"],
  run: ["script"],
  written: ["write"],
  writes: ["write"],
  called: calls,
  person: calls,
  announced: ["problem", "catalog"],
  hidden: ["problem", "catalog"],
  shadowed: ["problem"],
  skipped: ["problem"],
  problems: ["problem"],
  answer: ["answer", "stop"],
  refusals: ["refuse"],
  conversation: ["resource", "script", "activate", "refuse"],
  only: ["activate", "resource", "script"],
  calls: calls,
  turns: ["reply"],
  tokens: calls,
  bytes: calls,
  stop: ["stop", "answer"],
};

/** Indexes of the events that a failed expectation is about. */
export function eventsConcerned(expectation: Expectation, trace: readonly TraceEvent[]): readonly number[] {
  if (expectation.kind === "round") return eventsConcerned(expectation.expectation, trace);
  const isConcerned = (event: TraceEvent): boolean => {
    if (expectation.kind === "order") return expectation.events.some((pattern) => isLike(event, pattern));
    const about =
      expectation.kind === "set" || expectation.kind === "text"
        ? expectation.of
        : expectation.kind === "most"
          ? expectation.of.unit
          : expectation.kind;
    return kinds[about].includes(event.kind);
  };
  return trace.flatMap((event, index) => (isConcerned(event) ? [index] : []));
}

/** Maximum length of a text that is searched, in UTF-16 units. */
const searched = 200_000;

const word = /[\p{L}\p{N}_]+/gu;

/** The part of some texts that has most words in common with a value; undefined if none is similar. */
export function nearestText(texts: readonly string[], value: string): string | undefined {
  const wanted = wordsOf(value).map(({ text }) => text);
  const text = texts.join("\n").slice(0, searched);
  const words = wordsOf(text);
  const [only] = wanted;
  if (only === undefined) return undefined;
  if (wanted.length === 1) {
    const known = Array.from(new Set(words.map((each) => each.text)));
    const like = nearest(only, known.filter(({ length }) => length <= 80).slice(0, 1000));
    const first = words.find((each) => each.text === like);
    return first && text.slice(first.start, first.start + first.text.length);
  }
  const { at, shared } = bestWindow(
    words.map((each) => each.text),
    wanted,
  );
  if (shared * 2 <= wanted.length) return undefined;
  const last = words[Math.min(words.length, at + wanted.length) - 1]!;
  return text.slice(words[at]!.start, last.start + last.text.length).replace(/\s+/g, " ");
}

interface Word {
  readonly text: string;
  readonly start: number;
}

function wordsOf(text: string): readonly Word[] {
  return Array.from(text.matchAll(word), ({ 0: found, index }) => ({
    text: found.toLowerCase(),
    start: index,
  }));
}

/** Slides a window of as many words as are wanted over a text, and counts those that it shares. */
function bestWindow(
  words: readonly string[],
  wanted: readonly string[],
): { readonly at: number; readonly shared: number } {
  const room = new Map<string, number>();
  for (const each of wanted) room.set(each, (room.get(each) ?? 0) + 1);
  let [shared, best] = [0, { at: 0, shared: 0, rank: 0 }];
  const move = (each: string | undefined, by: 1 | -1): void => {
    const left = each === undefined ? undefined : room.get(each);
    if (each === undefined || left === undefined) return;
    if (by === 1 ? left > 0 : left >= 0) shared += by;
    room.set(each, left - by);
  };
  for (const [index, each] of words.entries()) {
    const first = index - wanted.length;
    if (first >= 0) move(words[first], -1);
    move(each, 1);
    const at = Math.max(0, first + 1);
    // Of windows that share as many words, one that starts with such a word is shown.
    const rank = shared * 2 + (room.has(words[at]!) ? 1 : 0);
    if (rank > best.rank) best = { at, shared, rank };
  }
  return best;
}

/** Why a text does not contain a value, with the most similar part of it. */
export function describeLack(texts: readonly string[], value: string): string {
  const near = nearestText(texts, value);
  return near === undefined ? "the text does not" : `the text does not; the nearest is ${quote(near, 160)}`;
}
