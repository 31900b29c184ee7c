/** "none": a network namespace with only loopback; "all": this machine's. */
export type Network = "none" | "all";

/** A call of one of the client's own tools. */
export interface Call {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A request of a client to its model. */
export interface ModelRequest {
  /** The path of the API, without that of the conversation. */
  readonly path: string;
  readonly body: string;
  /** The tools' names, with their descriptions. */
  readonly tools: ReadonlyMap<string, string>;
}

/** What the model answers to a request that offers tools; text if it is undefined. `turn` counts the calls so far. */
export type Answer = (request: ModelRequest, turn: number) => Call | undefined;

export interface Conversation {
  /** Without a path of the API. */
  readonly url: string;
  readonly requests: readonly ModelRequest[];
}

/** How a client ended. */
export interface Finished {
  readonly stdout: string;
  readonly stderr: string;
  /** Null if a signal ended it, such as that of the time limit. */
  readonly status: number | null;
  /** Its time was over. */
  readonly isLate?: true;
}

/** How a client is started. */
export interface Started {
  readonly cwd: string;
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly seconds?: number;
  /** Written to standard input, which is closed unless `onLine` is given. */
  readonly input?: string;
  /** Called with each line that the program prints; standard input stays open, and `write` writes to it. */
  readonly onLine?: (line: string, write: (text: string) => void) => void;
  /** Ends the program. */
  readonly signal?: AbortSignal;
  /** In a process namespace of its own, so that its daemons end with it. */
  readonly alone?: boolean;
}
