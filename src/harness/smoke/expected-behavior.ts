import type { Settings, SystemId } from "../../model/agent.ts";
import { replaceUnseen } from "../unseen.ts";
import { universalNewlines } from "../../dialects/python/text.ts";

/** How one agent handles a skill's instructions, according to its documentation. */
export interface ExpectedBehavior {
  /** The body as the model receives it, for a skill at `path`. Leading and trailing whitespace is not compared. */
  deliver(body: string, path: string): string;
  /** Whether the message contains only the body, without other text. */
  readonly alone: boolean;
  /** The result of a second activation: a reference to the first, or the instructions again. */
  readonly again: "refers" | "repeats";
  /** Whether the agent replaces "{baseDir}". */
  readonly fillsBase?: true;
  /** The description as the agent announces it; absent if it announces what was written. */
  announce?(description: string): string;
  /** The fields of the frontmatter that the agent reads. */
  readonly reads: readonly string[];
  /** Whether the agent documents that it refuses paths out of a skill. Of the others, the harness refuses them. */
  readonly confines?: true;
  /** Settings with limits that are high enough for skills with many files. */
  readonly settings: Settings;
}

const asItStands = (body: string): string => body;

const reads = ["name", "description"];

export const expectedBehaviors: Readonly<Record<SystemId, ExpectedBehavior>> = {
  agentskills: {
    deliver: asItStands,
    alone: false,
    again: "refers",
    reads: [...reads, "disable-model-invocation"],
    settings: {},
  },
  agio: {
    deliver: (body, path) => universalNewlines(body).replaceAll("{baseDir}", () => path),
    alone: true,
    again: "repeats",
    fillsBase: true,
    reads: [...reads, "license", "compatibility", "metadata"],
    settings: {},
  },
  "react-actions": {
    deliver: withoutUnseen,
    alone: false,
    again: "refers",
    reads: [
      ...reads,
      "version",
      "author",
      "disable-model-invocation",
      "user-invocable",
      "allowed-tools",
      "run-mode",
    ],
    confines: true,
    settings: { constraints: { max_turns: 1_000_000, max_tool_calls: 1_000_000 } },
  },
  "spring-ai-alibaba": {
    deliver: asItStands,
    alone: true,
    again: "repeats",
    // It warns that the description is truncated.
    announce: (description) => description.slice(0, 1024),
    reads: [...reads, "allowed_tools", "allowedTools"],
    settings: {},
  },
  harness9: {
    deliver: asItStands,
    alone: true,
    again: "repeats",
    reads: [...reads, "trigger"],
    settings: {},
  },
};

/**
 * Removes invisible characters before texts are compared, as the agents' own tests check which of them each agent
 * removes.
 */
export function withoutUnseen(text: string): string {
  return replaceUnseen(universalNewlines(text), () => "");
}
