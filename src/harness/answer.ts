import type { AgentWorld } from "../model/agent.ts";
import type { NewEvent } from "../model/trace.ts";

/** What one call, or one structured action, came to. */
export interface Answer {
  /** What the model is told. */
  readonly content: string;
  /** What the person is shown in its place. */
  readonly forUser?: string;
  readonly failed?: true;
  /** Compaction leaves it as it is. */
  readonly pinned?: true;
  /** What the trace keeps of it. */
  readonly event: NewEvent;
}

/** What was asked for is not done, and the model is told why. */
export function refusal(reason: string, about: Omit<NewEvent, "kind" | "text"> = {}): Answer {
  return { content: reason, failed: true, event: { ...about, kind: "refuse", text: reason } };
}

/** Puts an answer into the trace, with what it adds to the conversation; `about` says of which call it is. */
export function record(
  { tracer, tokens }: Pick<AgentWorld, "tracer" | "tokens">,
  { content, event }: Answer,
  about: Pick<NewEvent, "tool" | "arguments"> = {},
): void {
  tracer.add({ tokens: tokens.count(content), ...about, ...event });
}
