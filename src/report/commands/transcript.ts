import { count, grouped } from "../../core/sentence.ts";
import { figure } from "../../model/token-counter.ts";
import type { TraceEvent, TraceKind } from "../../model/trace.ts";
import type { PageStyle } from "./page-style.ts";
import { wrap } from "../drawing/text-wrap.ts";
import { clean, padTo } from "../drawing/width.ts";

export interface TranscriptStyle extends Pick<PageStyle, "paint" | "width"> {
  /** How tokens were counted. */
  readonly counter: string;
  /** Text before each line. */
  readonly indent: string;
}

/** Maximum length of an event's text, in UTF-16 units; longer for an answer, as the user asked for it. */
const shown = { text: 240, arguments: 160, answer: 2000 };

const kindWidth = 8;

/** An event as lines for a terminal: the turn, kind, file and text. */
export function drawEvent(
  event: TraceEvent,
  { paint, width, counter, indent }: TranscriptStyle,
): readonly string[] {
  const { turn, kind } = event;
  const before = `${String(turn).padStart(3)}  `;
  const room = width - indent.length - before.length - kindWidth - 2;
  const [first = "", ...rest] = wrap(
    breakWords(describeEvent(event, counter).join(", "), Math.max(20, room)),
    Math.max(20, room),
  );
  const tint = tintOf(kind, paint);
  const hanging = `${indent}${" ".repeat(before.length + kindWidth + 2)}`;
  return [
    `${indent}${paint.dim(before)}${tint(padTo(kind, kindWidth))}  ${first}`.trimEnd(),
    ...rest.map((line) => `${hanging}${line}`),
  ];
}

export function drawTranscript(trace: readonly TraceEvent[], style: TranscriptStyle): readonly string[] {
  return trace.flatMap((event) => drawEvent(event, style));
}

/** Maximum number of events in an excerpt. */
const briefly = 12;

/** Maximum number of problems with skills after them. */
const brieflyProblems = 3;

/**
 * The events from the first prompt on, then the problems with skills that were found before it. If there are too many:
 * those that a failure is about, refusals and stops, each with the preceding event, or if there are none, the last
 * events; and the number of hidden events. `concerned` has the indexes of the events that the failure is about.
 */
export function drawExcerpt(
  trace: readonly TraceEvent[],
  style: TranscriptStyle,
  concerned: readonly number[] = [],
): readonly string[] {
  const start = Math.max(
    0,
    trace.findIndex(({ kind }) => kind === "prompt"),
  );
  const isConcerned = (index: number): boolean => concerned.includes(index);
  const before = Array.from(trace.slice(0, start).entries());
  const problems = before.filter(([index, { kind }]) => kind === "problem" && !isConcerned(index));
  const after = [
    ...before.filter(([index]) => isConcerned(index)),
    ...trace.slice(start).map((event, index) => [index + start, event] as const),
  ];
  const shownEvents = after.filter(
    ([index, { kind }]) => isConcerned(index) || isTelling(kind) || isTelling(trace[index + 1]?.kind),
  );
  const kept =
    after.length <= briefly + 1
      ? after
      : shownEvents.length > 0
        ? firstOf(shownEvents, isConcerned)
        : after.slice(-briefly);
  const others = problems.slice(0, briefly - Math.min(briefly - brieflyProblems, kept.length));
  const hidden = after.length - kept.length + problems.length - others.length;
  return [
    ...[...kept, ...others].flatMap(([, event]) => drawEvent(event, style)),
    ...(hidden === 0
      ? []
      : [
          `${style.indent}${style.paint.dim(`     and ${count(hidden, "more event")} (--verbose shows them)`)}`,
        ]),
  ];
}

type Indexed = readonly [index: number, event: TraceEvent];

/** As many as fit, in order; those that the failure is about come first if not all fit. */
function firstOf(
  shownEvents: readonly Indexed[],
  isConcerned: (index: number) => boolean,
): readonly Indexed[] {
  const chosen = [
    ...shownEvents.filter(([index]) => isConcerned(index)),
    ...shownEvents.filter(([index]) => !isConcerned(index)),
  ].slice(0, briefly);
  return shownEvents.filter((each) => chosen.includes(each));
}

/** Breaks words that do not fit on a line; paths in a transcript are not meant to be copied. */
function breakWords(text: string, columns: number): string {
  return text
    .split(" ")
    .map((word) => breakWord(word, columns))
    .join(" ");
}

/** Breaks a word after a "/" in the second half of the line if there is one, and never inside a character. */
function breakWord(word: string, columns: number): string {
  if (word.length <= columns) return word;
  const slash = word.lastIndexOf("/", columns - 1) + 1;
  const edge = word.codePointAt(columns - 1)! > 0xffff ? columns - 1 : columns;
  const at = slash > columns / 2 ? slash : edge;
  return `${word.slice(0, at)} ${breakWord(word.slice(at), columns)}`;
}

function isTelling(kind: TraceKind | undefined): boolean {
  return kind === "refuse" || kind === "problem" || kind === "stop";
}

function tintOf(
  kind: TraceKind,
  { bold, dim, good, severity }: TranscriptStyle["paint"],
): (text: string) => string {
  if (kind === "refuse" || kind === "stop") return severity.error;
  if (kind === "problem") return severity.warning;
  if (kind === "activate" || kind === "answer") return good;
  return kind === "head" || kind === "catalog" ? dim : bold;
}

export function describeEvent(
  { kind, skill, file, bytes, tokens, tool, arguments: given, exitCode, summary, text }: TraceEvent,
  counter: string,
): readonly string[] {
  const named = [skill, file]
    .filter((part) => part !== undefined)
    .map((part) => clean(part, 160))
    .join("/");
  // For an event with a file, only the arguments of scripts are shown. Plans are too long to show.
  const called =
    kind === "reply"
      ? toCalls(given)
      : given === undefined || kind === "plan" || (named !== "" && kind !== "script")
        ? []
        : [clean(JSON.stringify(given) ?? "", shown.arguments)];
  return [
    ...(tool === undefined ? [] : [clean(tool, 80)]),
    ...(named === "" ? [] : [named]),
    ...called,
    ...(bytes
      ? [bytes[0] === 0 ? count(bytes[1], "byte") : `bytes ${grouped(bytes[0])} to ${grouped(bytes[1])}`]
      : []),
    ...(exitCode === undefined || text !== undefined ? [] : [`exit code ${exitCode}`]),
    ...(text === undefined || text === ""
      ? []
      : [
          kind === "prompt"
            ? `"${clean(text, shown.text)}"`
            : clean(text, kind === "answer" ? shown.answer : shown.text),
        ]),
    ...(summary === undefined || summary === text ? [] : [`"${clean(summary, shown.text)}"`]),
    ...(tokens === undefined || kind === "prompt" || kind === "answer"
      ? []
      : [`${figure(tokens, counter)} tokens`]),
  ];
}

/** The calls in a reply, in order. */
function toCalls(given: unknown): readonly string[] {
  if (!Array.isArray(given)) return [];
  return given.map((call: unknown) =>
    isCall(call)
      ? `${clean(String(call.name), 80)} ${clean(JSON.stringify(call.arguments) ?? "", shown.arguments)}`
      : clean(JSON.stringify(call) ?? "", shown.arguments),
  );
}

function isCall(call: unknown): call is { readonly name: unknown; readonly arguments: unknown } {
  return typeof call === "object" && call !== null && "name" in call && "arguments" in call;
}
