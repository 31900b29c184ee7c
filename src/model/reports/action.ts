import type { LoadOutcomeId } from "../loader.ts";
import type { TokenStage } from "./diff.ts";

/** The tokens of a skill at each stage, before and after a change. */
export interface TokenDelta {
  /** The path of the subject in the report. */
  readonly path: string;
  /** Absent if the skill is new. */
  readonly before?: Readonly<Record<TokenStage, number>>;
  readonly after: Readonly<Record<TokenStage, number>>;
  /** The clients whose answer changed; absent if none did, or the skill is new. */
  readonly clients?: readonly ClientChange[];
}

/** What a client made of a skill before a change, and makes of it after it; neither is "unknown". */
export interface ClientChange {
  /** The client's name. */
  readonly title: string;
  readonly before: LoadOutcomeId;
  readonly after: LoadOutcomeId;
}

/** Numbers of errors and warnings of a skill: those that a change adds, does not touch, suppresses and removes. */
export interface FindingDelta {
  readonly fresh: number;
  readonly same: number;
  readonly suppressed: number;
  readonly gone: number;
}

export interface TokenDeltas {
  readonly deltas: readonly TokenDelta[];
  /** Number of changed skills whose tokens were not counted, because there were too many or they were too large. */
  readonly omitted: number;
}
