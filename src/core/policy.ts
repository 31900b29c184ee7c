/** How an approval is come by: a person is asked, all is approved, or nobody is there and what needs one fails. */
export type ApprovalMode = "interactive" | "yes" | "ci";

export interface Policy {
  /** The tools that the configuration allows; absent where it allows all. */
  readonly configured?: readonly string[];
  /** The tools that this run allows; absent where it allows all. */
  readonly allowed?: readonly string[];
  readonly approval: ApprovalMode;
  /** Asks the person; only where `approval` is "interactive". */
  readonly ask?: (question: string) => Promise<boolean>;
  /** What to type to have all this again with every approval given; told where one was wanting and nobody there. */
  readonly replay?: string;
}

/** The most that a session may do; reaching one ends it, and the trace says which. */
export interface Budget {
  readonly turns: number;
  readonly toolCalls: number;
  readonly scriptRuns: number;
}
