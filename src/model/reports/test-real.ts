import type { Evidence } from "../evidence.ts";

/** The stages of disclosure, in their order. */
const realStages = ["announced", "activated", "body", "file"] as const;

export type RealStage = (typeof realStages)[number];

/**
 * "not-measurable": the skill or the client has no such step; "could-not-measure": it has, but it could not be tested.
 */
export type RealOutcome = "pass" | "fail" | "not-measurable" | "could-not-measure";

export interface RealStageResult {
  readonly stage: RealStage;
  readonly outcome: RealOutcome;
  /** One sentence, safe to print on a terminal. */
  readonly message: string;
  /** What is unusual but no failure. */
  readonly warnings: readonly string[];
}

/** An installed client that was started. */
export interface StartedClient {
  /** The id of its record. */
  readonly client: string;
  readonly title: string;
  /** Absolute path of the program. */
  readonly program: string;
  /** As the program prints it; null if it prints none. */
  readonly version: string | null;
  /** The record that the client is compared with; null if none covers the version. */
  readonly record: StartedRecord | null;
  /** "none": a network namespace with only loopback; "all": that of this machine. */
  readonly network: "none" | "all";
  /** "hidden": it sees only programs and its own temporary directory; "all": also those of the user. */
  readonly files: "hidden" | "all";
}

export interface StartedRecord {
  readonly version: string;
  readonly evidence: Evidence;
  /** Whether it was recorded for exactly this version. */
  readonly exact: boolean;
}

/** What a client did with one skill. */
export interface RealTest {
  readonly path: string;
  /** In the order of `realStages`. */
  readonly stages: readonly RealStageResult[];
  /** Sentences about what the record of the client predicts differently. */
  readonly unpredicted: readonly string[];
}

/** The data of the report of `skills test --real`. */
export interface TestRealData {
  readonly client: StartedClient;
  /** The same stages with a skill of ours, which every client is known to load. */
  readonly control: readonly RealStageResult[];
  readonly skills: readonly RealTest[];
}
