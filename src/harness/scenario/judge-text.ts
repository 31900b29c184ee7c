import type { ModelRequest } from "../../model/agent.ts";
import type { Expectation, ExpectedText } from "../../model/scenario.ts";
import { quote } from "../../core/show.ts";
import { matches } from "./pattern.ts";
import type { Played } from "./played.ts";

export type TextVerdict =
  | { readonly outcome: "pass" }
  | { readonly outcome: "fail" | "not-measurable"; readonly reason: string };

export const neverAsked = "the model was never asked";

/** What was said there, in one text or several; undefined where nobody could say anything. */
function textsOf(of: ExpectedText, { result, first }: Played): readonly string[] | undefined {
  switch (of) {
    case "prompt":
      return first && [tellRequest(first)];
    case "conversation":
      return [result.messages.map(({ content }) => content).join("\n\n")];
    case "answer":
      return result.answer === undefined ? [] : [result.answer];
    case "person":
      return result.messages.flatMap(({ forUser }) => forUser ?? []);
    case "refusals":
      return result.trace.flatMap(({ kind, text }) => (kind === "refuse" ? [text ?? ""] : []));
    case "problems":
      return result.problems.map(({ message }) => message);
  }
}

/** Of several texts one must hold the words; where they are to be lacking, none may. */
export function judgeText(
  { of, how, value }: Extract<Expectation, { readonly kind: "text" }>,
  played: Played,
): TextVerdict {
  const texts = textsOf(of, played);
  if (!texts) return { outcome: "not-measurable", reason: neverAsked };
  const found =
    how === "matches" ? texts.map((text) => matches(value, text)) : texts.map((text) => text.includes(value));
  if (found.includes(true) !== (how === "lacks")) return { outcome: "pass" };
  if (found.includes("too-slow"))
    return { outcome: "not-measurable", reason: "it takes more than a second to tell" };
  if (how === "lacks") return { outcome: "fail", reason: "it stands there" };
  return {
    outcome: "fail",
    reason:
      texts.length === 0
        ? "there is nothing"
        : of === "prompt" || of === "conversation"
          ? "it does not"
          : `what stands there is ${quote(texts.join(" · "), 160)}`,
  };
}

/** All that a model can know: what was said, and what it is told of its tools. */
function tellRequest({ messages, tools }: ModelRequest): string {
  return [
    ...messages.map(({ content }) => content),
    ...tools.map(
      ({ name, description, parameters }) => `${name}: ${description}\n${JSON.stringify(parameters)}`,
    ),
  ].join("\n\n");
}
