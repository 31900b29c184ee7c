import type { FilePosition } from "../../core/place.ts";
import type { SkillRoot } from "../../model/agent.ts";
import type { SkillSource } from "../../model/source.ts";

/** A part of a scenario without any effect, which therefore tests nothing. */
export interface UnusedPart {
  readonly message: string;
  readonly at: FilePosition;
}

/** What is known about a session besides its result. */
export interface SessionUse {
  readonly roots: readonly SkillRoot[];
  readonly project?: SkillSource;
  /** Indexes of the steps that were played and of the recordings that were used; absent if others replaced them. */
  readonly steps?: ReadonlySet<number>;
  readonly scripts?: ReadonlySet<number>;
  /** Number of the scenario's approvals that were asked for. */
  readonly approvals: number;
  /** Names of all tools that some simulated agent would offer with these skills. */
  tools(): Promise<ReadonlySet<string>>;
}
