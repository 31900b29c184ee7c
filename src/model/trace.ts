/** Level of progressive disclosure: 1 the catalog, 2 instructions, 3 files. */
export type Tier = 1 | 2 | 3;

/** The kinds of events. */
export const traceKinds = {
  head: "the beginning of a SKILL.md was read, for its frontmatter",
  problem: "a skill cannot be used, or another one hides it",
  catalog: "names and descriptions of the skills were added to the prompt",
  prompt: "the user's request",
  reply: "the model's reply",
  activate: "the body of a SKILL.md was read",
  again: "a requested body is already in the conversation",
  resource: "a file of a skill was read",
  list: "the files of a directory were listed",
  write: "a file was written or removed, in memory only",
  script: "a script was requested",
  tool: "another tool was called",
  refuse: "a call was refused, for its arguments, its path or missing permission",
  approve: "a call was approved, or had been approved beforehand",
  plan: "the agent changed its plan",
  change: "files of skills were changed during the session, by a step of the scenario",
  reload: "the skills were read again",
  compact: "old tool results were removed from the conversation",
  answer: "the final answer",
  stop: "the session ended without an answer, for the reason beside it",
} as const;

export type TraceKind = keyof typeof traceKinds;

/** An event, as plain data without time or randomness: two runs of one scenario have equal traces. */
export interface TraceEvent {
  /** Number of the event, from 0. */
  readonly step: number;
  /** Number of model turns so far. */
  readonly turn: number;
  readonly kind: TraceKind;
  readonly tier?: Tier;
  /** The skill's name; for a "head" event, which precedes the name, the name of its directory. */
  readonly skill?: string;
  /** Relative to the skill's root; of an event without a skill, to the user's project. */
  readonly file?: string;
  /** The range of bytes that were read; `to` is exclusive. */
  readonly bytes?: readonly [from: number, to: number];
  /** Tokens added to the conversation. */
  readonly tokens?: number;
  readonly tool?: string;
  readonly arguments?: unknown;
  /** Set if the event is part of a call that has an event of its own, just before or after it. */
  readonly part?: true;
  /**
   * For a refusal: the call is valid, but the skill, the configuration or the run does not allow the tool.
   */
  readonly forbidden?: true;
  /** The exit code of a script. */
  readonly exitCode?: number;
  /** The beginning of the output of a script or tool. */
  readonly summary?: string;
  /** The reason or the text itself, unescaped. */
  readonly text?: string;
}

/** An event that has not been numbered by the trace yet. */
export type NewEvent = Omit<TraceEvent, "step" | "turn">;

export interface Tracer {
  readonly events: readonly TraceEvent[];
  /** Number of model turns so far. */
  readonly turn: number;
  add(event: NewEvent): void;
  /** Starts another model turn. */
  nextTurn(): number;
}
