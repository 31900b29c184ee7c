import type { AgentWorld } from "../model/agent.ts";
import type { NewEvent } from "../model/trace.ts";

/** The result of one call or structured action. */
export interface Answer {
  /** Sent to the model. */
  readonly content: string;
  /** Shown to the user instead of `content`. */
  readonly forUser?: string;
  readonly failed?: true;
  /** The run ends with this answer, as it needs an approval that no user can give. */
  readonly endsRun?: true;
  /** Compaction does not change the answer. */
  readonly pinned?: true;
  /** The trace event for the answer. */
  readonly event: NewEvent;
  /** Events that are parts of the same call, such as files that a script wrote. */
  readonly parts?: readonly NewEvent[];
}

/** An answer that refuses the request and gives the model the reason. */
export function refusal(reason: string, about: Omit<NewEvent, "kind" | "text"> = {}): Answer {
  return { content: reason, failed: true, event: { ...about, kind: "refuse", text: reason } };
}

/** Adds an answer to the trace, with the tokens that it adds to the conversation; `about` describes the call. */
export function record(
  { tracer, tokens }: Pick<AgentWorld, "tracer" | "tokens">,
  { content, event, parts = [] }: Answer,
  about: Pick<NewEvent, "tool" | "arguments"> = {},
): void {
  tracer.add({ tokens: tokens.count(content), ...about, ...event });
  for (const part of parts) tracer.add({ ...part, part: true });
}
