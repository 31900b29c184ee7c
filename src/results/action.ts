import type { TokenStage } from "./diff.ts";

/** Token costs of a skill at each loading stage, before and after a change. */
export interface TokenDelta {
  /** As the report's subject has it. */
  readonly path: string;
  /** Absent where the skill is new. */
  readonly before?: Readonly<Record<TokenStage, number>>;
  readonly after: Readonly<Record<TokenStage, number>>;
}

export interface TokenDeltas {
  readonly deltas: readonly TokenDelta[];
  /** Number of changed skills that were not counted because there were too many or they were too large. */
  readonly omitted: number;
}
