import type { Message } from "../model/agent.ts";
import type { TokenCounter } from "../model/token-counter.ts";

/** What stands in place of a tool's old answer. */
const removed = "[an old result, removed to save room]";

/**
 * The conversation with the oldest answers of tools taken out, as many as it takes to be within `limit` tokens.
 * What is pinned stays, and so do the answers to the last reply, which the model has not seen yet.
 */
export function compact(
  messages: readonly Message[],
  limit: number,
  tokens: TokenCounter,
): readonly Message[] {
  const unseen = messages.findLastIndex(({ role }) => role === "assistant");
  const gain = (message: Message): number => tokens.count(message.content) - tokens.count(removed);
  let excess = messages.reduce((sum, { content }) => sum + tokens.count(content), 0) - limit;
  return messages.map((message, index) => {
    if (excess <= 0 || message.role !== "tool" || message.pinned || index > unseen || gain(message) <= 0)
      return message;
    excess -= gain(message);
    return { ...message, content: removed };
  });
}
