import type { ScenarioOutcome } from "./scenario.ts";

/** The checks that `skills test` runs for every skill, in the order of its output. */
export const smokeChecks = {
  budget: "the token cost of each tier is within its limit",
  modes: "no command breaks where the executable bit is lost",
  announced: "the agent lists the skill with its description, or hides it when its fields say so",
  activated: "activating the skill by name loads its instructions",
  body: "the model receives the body as written",
  references: "each file the instructions refer to can be read by the path given",
  again: "a second activation does what the agent documents",
  escapes: "paths and symlinks out of the skill are refused",
  reads: "the agent reads only the frontmatter, the instructions once, and the files requested",
  nested: "no nested SKILL.md is a separate skill to one agent and a file to another",
} as const;

export type SmokeCheck = keyof typeof smokeChecks;

/** The result of one check. */
export interface CheckResult {
  readonly outcome: ScenarioOutcome;
  /** One sentence, safe to print on a terminal. */
  readonly message: string;
  /** Sentences about unusual behavior that is not a failure. */
  readonly warnings: readonly string[];
}

/** Maximum tokens of each tier; exceeding a limit that the user set is a failure. */
export interface SmokeLimits {
  readonly entry?: number;
  readonly body?: number;
  /** Applies to each file. */
  readonly file?: number;
}
