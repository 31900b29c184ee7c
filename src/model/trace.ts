/** The level of progressive disclosure that something belongs to: 1 what is known at the start, 2 instructions, 3 files. */
export type Tier = 1 | 2 | 3;

export type TraceKind =
  /** The first bytes of a SKILL.md were read, for its frontmatter. */
  | "head"
  /** A skill cannot be used, or stands in the shadow of another. */
  | "problem"
  /** The catalogue stands in the prompt. */
  | "catalog"
  | "prompt"
  /** What the model said. */
  | "reply"
  /** The body of a SKILL.md was read. */
  | "activate"
  /** A body that was asked for is in the conversation already. */
  | "again"
  /** A file of a skill was read. */
  | "resource"
  | "list"
  | "script"
  | "tool"
  /** A call was turned down, for its arguments, its path, or for want of permission. */
  | "refuse"
  | "approve"
  | "plan"
  | "reload"
  /** Old answers of tools were taken out of the conversation. */
  | "compact"
  | "answer"
  /** A budget is used up. */
  | "stop";

/** One thing that happened. Plain data, in order, without clock or chance: two runs of one scenario have equal traces. */
export interface TraceEvent {
  /** From 0. */
  readonly step: number;
  /** How often the model had been asked. */
  readonly turn: number;
  readonly kind: TraceKind;
  readonly tier?: Tier;
  /** Its name; of a head, which is where names are read, that of its directory. */
  readonly skill?: string;
  /** From the skill's root. */
  readonly file?: string;
  /** What was read from the disk of that file: the first byte and the one after the last. */
  readonly bytes?: readonly [from: number, to: number];
  /** What it added to the conversation. */
  readonly tokens?: number;
  readonly tool?: string;
  readonly arguments?: unknown;
  /** Of a refusal: nothing is wrong with what was asked for, but the tool is not allowed, by the skill, the configuration or the run. */
  readonly forbidden?: true;
  /** Of a script. */
  readonly exitCode?: number;
  /** The beginning of what a script or tool said, for the record. */
  readonly summary?: string;
  /** Why, or what; one sentence or the words themselves, unescaped. */
  readonly text?: string;
}

/** What happened, before the trace has said when. */
export type NewEvent = Omit<TraceEvent, "step" | "turn">;

export interface Tracer {
  readonly events: readonly TraceEvent[];
  /** How often the model has been asked. */
  readonly turn: number;
  add(event: NewEvent): void;
  /** The model is asked once more. */
  nextTurn(): number;
}
