import type { TokenStage } from "./diff.ts";

/** What a skill costs a model, by when it is paid, before a change and after it. */
export interface TokenDelta {
  /** As the report's subject has it. */
  readonly path: string;
  /** Absent where the skill is new. */
  readonly before?: Readonly<Record<TokenStage, number>>;
  readonly after: Readonly<Record<TokenStage, number>>;
}

export interface TokenDeltas {
  readonly deltas: readonly TokenDelta[];
  /** How many more skills changed, which are too many or too large to be counted. */
  readonly omitted: number;
}
