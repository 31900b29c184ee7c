import type { SessionResult } from "../../model/agent.ts";
import { count, series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { TraceKind } from "../../model/trace.ts";
import { wrap } from "../drawing/text-wrap.ts";
import type { TranscriptStyle } from "./transcript.ts";
import { clean } from "../drawing/width.ts";

const ends = {
  answered: "answered",
  turns: "ended without an answer: turn limit reached",
  "tool-calls": "ended without an answer: tool call limit reached",
  "script-runs": "ended without an answer: script run limit reached",
  "model-failed": "ended without an answer: the model failed",
  "nothing-to-do": "ended: the prompt left nothing for the model to do",
  "needs-approval": "ended without an answer: an approval is needed, and this run cannot ask for it",
} as const satisfies Record<SessionResult["stop"], string>;

/** Printed after the transcript of a session: the whole answer, how the session ended, and what it used. */
export function runText(
  { stop, trace, answer, catalog, model }: SessionResult,
  { paint, width }: Pick<TranscriptStyle, "paint" | "width">,
): string {
  const number = (kind: TraceKind): number => trace.filter((event) => event.kind === kind).length;
  const turns = number("reply");
  const hidden = catalog.filter((skill) => skill.hidden).length;
  const used = [
    `${count(catalog.length - hidden, "skill")} announced`,
    ...(hidden === 0 ? [] : [`${hidden} hidden from the model (disable-model-invocation)`]),
    ...(["activate", "resource", "script", "refuse"] as const).flatMap((kind) =>
      number(kind) === 0 ? [] : [describeCount(kind, number(kind))],
    ),
  ];
  const isGood = stop === "answered";
  const summary = `${(isGood ? paint.good : paint.severity.error)(ends[stop])} after ${count(turns, "turn")}: ${series(used)}`;
  const lines = answer === undefined ? [] : ["", ...answerLines(answer).flatMap((line) => wrap(line, width))];
  const caution =
    model === "lexical"
      ? [
          "",
          ...wrap("The lexical model only compares words; a real model may choose differently.", width).map(
            (line) => paint.dim(line),
          ),
        ]
      : [];
  return [...lines, "", ...wrap(summary, width), ...caution, ""].join("\n");
}

/**
 * Why there is no answer: how the session ended, and the model's error if there was one. Undefined if there is an
 * answer.
 */
export function whyUnanswered({ stop, trace, answer }: SessionResult): string | undefined {
  if (answer !== undefined) return undefined;
  const failure = stop === "model-failed" ? trace.find(({ kind }) => kind === "stop")?.text : undefined;
  return `${ends[stop]}${failure === undefined ? "" : `: ${failure}`}`;
}

/** The answers to all prompts. */
export function answersIn({ trace }: Pick<SessionResult, "trace">): readonly string[] {
  return trace.flatMap(({ kind, text }) => (kind === "answer" && text !== undefined ? [text] : []));
}

/** A sentence for each prompt that was refused before the model received it, such as an unknown slash command. */
export function refusedPrompts({ trace }: Pick<SessionResult, "trace">): readonly string[] {
  return trace.flatMap(({ kind, text = "" }, index) => {
    const next = trace[index + 1];
    return kind === "prompt" && next?.kind === "refuse"
      ? [`${quote(text, 60)}: ${next.text ?? "refused"}`]
      : [];
  });
}

/** An answer as lines for a terminal. */
export function answerLines(answer: string): readonly string[] {
  return answer.split("\n").map((line) => clean(line));
}

function describeCount(kind: "activate" | "resource" | "script" | "refuse", number: number): string {
  return {
    activate: `${number} activated`,
    resource: `${count(number, "file")} read`,
    script: `${count(number, "script")} requested`,
    refuse: `${number} refused`,
  }[kind];
}
