import type { ScriptResult } from "../../model/agent.ts";
import { count } from "../../core/sentence.ts";
import { outcomeOf } from "../file-tools.ts";

/** How much of a stream or of a tool's answer enters the conversation, in UTF-16 units; what went wrong mostly stands at the end. The design asks for a summary and gives no figure. */
const fromStart = 1500;
const fromEnd = 500;

/** The start and the end of a text that is too long to be told. */
export function bound(text: string): string {
  if (text.length <= fromStart + fromEnd) return text;
  const left = text.length - fromStart - fromEnd;
  return `${text.slice(0, fromStart).toWellFormed()}\n… (${count(left, "character")} left out) …\n${text.slice(-fromEnd).toWellFormed()}`;
}

/** What a script came to, for the model: its end, its exit code, and as much as may be of what it said. */
export function tellScript(result: ScriptResult): string {
  const { exitCode, stdout, stderr, truncated, notes } = result;
  return [
    `${outcomeOf(result)}${exitCode === undefined || result.outcome === "exited" ? "" : ` (exit code ${exitCode})`}`,
    ...stream("stdout", stdout),
    ...stream("stderr", stderr),
    ...truncated.map((name) => `${name} was cut`),
    ...notes,
  ].join("\n");
}

function stream(name: string, text: string): readonly string[] {
  return text === "" ? [] : [`${name}:`, bound(text)];
}
