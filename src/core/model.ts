import type { CatalogEntry } from "./agent.ts";

export type ToolArguments = Readonly<Record<string, unknown>>;

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: ToolArguments;
}

export interface Message {
  readonly role: "system" | "user" | "assistant" | "tool";
  /** What the model reads. */
  readonly content: string;
  /** What the person is shown in its place; it never reaches the model. */
  readonly forUser?: string;
  readonly calls?: readonly ToolCall[];
  /** Of a tool's answer: the call that it answers. */
  readonly callId?: string;
  /** A compaction of the conversation must leave it as it is. */
  readonly pinned?: true;
}

/** All that a model knows when it is asked. */
export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
}

/** What a model answers: words, calls of tools, or both; of a system with actions, its text is one. */
export interface ModelReply {
  readonly text?: string;
  readonly calls?: readonly {
    readonly name: string;
    readonly arguments: ToolArguments;
    readonly id?: string;
  }[];
}

/** Anything that can be asked. Deterministic unless it is a program of the user's. */
export interface Model {
  /** "scripted", "lexical", "replay", "command". */
  readonly id: string;
  /** `catalog` is what the agent knows; a model that reads goes by the request alone. */
  next(request: ModelRequest, catalog: readonly CatalogEntry[]): Promise<ModelReply>;
  /** Ends what it has started. */
  close?(): Promise<void>;
}
