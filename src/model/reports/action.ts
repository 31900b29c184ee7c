import type { TokenStage } from "./diff.ts";

/** The tokens of a skill at each stage, before and after a change. */
export interface TokenDelta {
  /** The path of the subject in the report. */
  readonly path: string;
  /** Absent if the skill is new. */
  readonly before?: Readonly<Record<TokenStage, number>>;
  readonly after: Readonly<Record<TokenStage, number>>;
}

export interface TokenDeltas {
  readonly deltas: readonly TokenDelta[];
  /** Number of changed skills whose tokens were not counted, because there were too many or they were too large. */
  readonly omitted: number;
}
