import type { Settings, SystemId } from "../../model/agent.ts";
import { universalNewlines } from "../../dialects/python/text.ts";

/** What one agent documents of how it treats a skill's instructions. */
export interface ExpectedBehavior {
  /** The body as it reaches the model, of a skill that stands at `path`. Blanks around it are not compared. */
  deliver(body: string, path: string): string;
  /** Whether that is all of the message, or stands between other words. */
  readonly alone: boolean;
  /** What a second activation comes to: a word that it is there already, or the instructions once more. */
  readonly again: "refers" | "repeats";
  /** Fills in "{baseDir}". */
  readonly fillsBase?: true;
  /** With bounds that no skill with many files reaches. */
  readonly settings: Settings;
}

const asItStands = (body: string): string => body;

export const expectedBehaviors = {
  agentskills: { deliver: asItStands, alone: false, again: "refers", settings: {} },
  agio: {
    deliver: (body, path) => universalNewlines(body).replaceAll("{baseDir}", () => path),
    alone: true,
    again: "repeats",
    fillsBase: true,
    settings: {},
  },
  "react-actions": {
    deliver: withoutUnseen,
    alone: false,
    again: "refers",
    settings: { constraints: { max_turns: 1_000_000, max_tool_calls: 1_000_000 } },
  },
  "spring-ai-alibaba": { deliver: asItStands, alone: true, again: "repeats", settings: {} },
  harness9: { deliver: asItStands, alone: true, again: "repeats", settings: {} },
} as const satisfies Record<SystemId, ExpectedBehavior>;

/** Which unseen characters go and which stay is for the agent's own tests: here none is compared. */
export function withoutUnseen(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[\p{Default_Ignorable_Code_Point}\0-\x08\v\f\x0e-\x1f\x7f-\x9f]/gu, "");
}
