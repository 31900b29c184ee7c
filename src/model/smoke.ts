import type { ScenarioOutcome } from "./scenario.ts";

/** What `skills test` finds out by itself of every skill, in the order in which it is told. */
export const smokeChecks = {
  budget: "what the skill costs at each tier is within its limits",
  modes: "an installer that drops the executable bits breaks no command",
  announced: "the agent announces the skill, or hides it as its fields ask",
  activated: "its instructions are loaded when it is called by its name",
  body: "what reaches the model is what the file holds",
  references: "each file that the instructions name is there by the path they give",
  again: "asking a second time does what the agent documents",
  escapes: "paths and links that lead out of the skill are refused",
  reads: "nothing was read but its head, its instructions once, and the files asked for",
  nested: "no second SKILL.md inside the skill is a skill to one agent and a file to another",
} as const;

export type SmokeCheck = keyof typeof smokeChecks;

/** What one check came to. */
export interface CheckResult {
  readonly outcome: ScenarioOutcome;
  /** One sentence, fit for a terminal. */
  readonly message: string;
  /** What is odd and fails nothing; sentences. */
  readonly warnings: readonly string[];
}
