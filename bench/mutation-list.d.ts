/** A plausible mistake in the code, and the tests that should notice it. */
export interface Mutation {
  /** Of the repository. */
  readonly file: string;
  /** Occurs in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  readonly tests: readonly string[];
  readonly verdict: "caught" | "left";
  /** Why no test catches it, where none does. */
  readonly reason?: string;
}

export declare function readMutations(file: string): Mutation[];
export declare function mutate(text: string, mutation: Mutation): string | undefined;
