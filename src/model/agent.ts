import type { SkillSource, Unread } from "./source.ts";
import type { TokenCounter } from "./token-counter.ts";
import type { TraceEvent, Tracer } from "./trace.ts";

/** The agents that the harness plays. */
export const systemIds = ["agentskills", "agio", "react-actions", "spring-ai-alibaba", "harness9"] as const;

export type SystemId = (typeof systemIds)[number];

export type Settings = Readonly<Record<string, unknown>>;

/** Everything that a system receives. It has no access to time or randomness. */
export interface AgentWorld {
  readonly roots: readonly SkillRoot[];
  readonly tracer: Tracer;
  readonly tokens: TokenCounter;
  readonly policy: Policy;
  readonly scripts: ScriptRunner;
  /** Host tools that skills may name; the scenario provides their answers. */
  readonly hostTools: readonly HostTool[];
  /** The system's own settings, as its configuration file has them. */
  readonly settings: Settings;
  /** The limits of the session, for agents that state them in the prompt; absent if there are none. */
  readonly budget?: Budget;
}

export interface HostTool {
  readonly spec: ToolSpec;
  /** The skill whose group it belongs to (spring-ai-alibaba); absent if it is always available. */
  readonly group?: string;
  readonly answer: (args: ToolArguments) => string;
}

/** A skill as a system announces it. */
export interface CatalogEntry {
  readonly name: string;
  readonly description: string;
  readonly scope: Scope;
  /** Its directory in the file system shown to the model. */
  readonly path: string;
  /** Not in what the model is shown; the user can still activate it. */
  readonly hidden: boolean;
}

export interface SkillProblem {
  readonly path: string;
  /**
   * "skipped": the agent does not load it; "shadowed": another skill of the same name takes precedence;
   * "warned": it is loaded.
   */
  readonly kind: "skipped" | "shadowed" | "warned";
  /** One sentence, lower-case, no full stop, fit for a terminal. */
  readonly message: string;
}

/** A running agent of one system. */
export interface Agent {
  readonly catalog: readonly CatalogEntry[];
  readonly problems: readonly SkillProblem[];
  /**
   * Sends the user's prompt; a slash command may activate a skill without the model. If nothing is left to
   * ask, the last message is not the user's.
   */
  say(prompt: string): Promise<void>;
  /** The next request to the model; a snapshot that does not change. */
  request(): ModelRequest;
  /** The messages so far, without the system prompt: a live view, not a copy. */
  readonly conversation: readonly Message[];
  /** Carries out the model's reply; "done" once it has answered. */
  take(reply: ModelReply): Promise<"more" | "done">;
  /** The final answer, once there is one. */
  readonly answer: string | undefined;
  /** Why the agent stops by itself, such as a limit of its own; absent otherwise. */
  readonly stopped?: SessionResult["stop"] | undefined;
  /** Searches the roots again, as hot reload does; absent if the system cannot reload. */
  reload?(roots: readonly SkillRoot[]): Promise<void>;
}

/** A system of agents as data and functions; independent of the other systems. */
export interface System {
  readonly id: SystemId;
  readonly title: string;
  /** Documents that describe it. */
  readonly sources: readonly string[];
  /** Where it looks for skills; of equal names the first wins. */
  roots(environment: Readonly<Record<string, string | undefined>>, settings: Settings): readonly RootSpec[];
  /** How deep below a root its skills may lie: 0 is in the root itself. */
  readonly depth: number;
  /** Ignores skill directories that are symlinks; absent if it follows them. */
  readonly skipsLinks?: true;
  /** Reads only the frontmatter of the skills and starts the agent. */
  open(world: AgentWorld): Promise<Agent>;
  /** How the model expresses an action in this system, for models and tests that only know the action. */
  readonly speak: Speech;
}

/** How actions are expressed in one system. */
export interface Speech {
  /**
   * `tools` are the tools that the model is offered, for systems whose settings decide which tool activates a
   * skill.
   */
  activate(entry: CatalogEntry, tools?: readonly ToolSpec[]): ModelReply;
  /** A file of an activated skill, relative to the skill's root. */
  read(entry: CatalogEntry, file: string): ModelReply;
  run(entry: CatalogEntry, file: string, args: readonly string[]): ModelReply;
  finish(answer: string): ModelReply;
}

export interface SessionResult {
  readonly system: SystemId;
  readonly model: string;
  readonly stop: "answered" | "turns" | "tool-calls" | "script-runs" | "model-failed" | "nothing-to-do";
  readonly answer?: string;
  readonly catalog: readonly CatalogEntry[];
  readonly problems: readonly SkillProblem[];
  readonly trace: readonly TraceEvent[];
  /** The last request to the model. */
  readonly messages: readonly Message[];
}

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
  /** Shown to the user instead of `content`; never sent to the model. */
  readonly forUser?: string;
  readonly calls?: readonly ToolCall[];
  /** Of a tool's answer: the call that it answers. */
  readonly callId?: string;
  /** Compaction must not change it. */
  readonly pinned?: true;
}

/** Everything that a model receives in one turn. */
export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
}

/** A model's answer: text, tool calls or both; in systems with structured actions the text is an action. */
export interface ModelReply {
  readonly text?: string;
  readonly calls?: readonly {
    readonly name: string;
    readonly arguments: ToolArguments;
    readonly id?: string;
  }[];
}

/** Any source of replies. Deterministic unless it is a user's program. */
export interface Model {
  /** "scripted", "lexical", "replay", "command". */
  readonly id: string;
  /** `catalog` is the agent's catalog; models that read the request ignore it. */
  next(request: ModelRequest, catalog: readonly CatalogEntry[]): Promise<ModelReply>;
  /** Stops what it has started. */
  close?(): Promise<void>;
}

/** "interactive" asks the user, "yes" approves everything, "ci" refuses what needs approval. */
export type ApprovalMode = "interactive" | "yes" | "ci";

export interface Policy {
  /** The tools that the configuration allows; absent where it allows all. */
  readonly configured?: readonly string[];
  /** The tools that this run allows; absent where it allows all. */
  readonly allowed?: readonly string[];
  readonly approval: ApprovalMode;
  /** Asks the user; only if `approval` is "interactive". */
  readonly ask?: (question: string) => Promise<boolean>;
  /**
   * The command that repeats the run with every approval given; shown when approval was needed and could not
   * be asked for.
   */
  readonly replay?: string;
}

/** Limits of a session; reaching one ends it, and the trace says which. */
export interface Budget {
  readonly turns: number;
  readonly toolCalls: number;
  readonly scriptRuns: number;
}

export interface ScriptRequest {
  readonly source: SkillSource;
  /** The skill's name, for the trace and for recorded answers. */
  readonly skill: string;
  /** From the skill's root. */
  readonly file: string;
  readonly args: readonly string[];
  readonly stdin?: string;
}

export interface ScriptResult {
  /** "dry": not run; a recorded result is used if there is one. */
  readonly mode: "dry" | "controlled" | "isolated";
  readonly outcome: "answered" | "exited" | "signalled" | "timed-out" | "refused";
  readonly exitCode?: number;
  readonly signal?: string;
  readonly stdout: string;
  readonly stderr: string;
  /** Streams that were truncated. */
  readonly truncated: readonly ("stdout" | "stderr")[];
  /** Remarks: files changed in the copy, escaped processes, variables not passed on. */
  readonly notes: readonly string[];
}

export interface ScriptRunner {
  run(request: ScriptRequest): Promise<ScriptResult>;
}

/** Where the project and the user's home are in the file system shown to models, on every machine. */
export const shownAt = { project: "/project", home: "/home/user" } as const;

/** The owner of a skills directory; the first in a system's precedence wins. */
export type Scope = "project" | "user" | "builtin";

/** A directory in which a system looks for skills. */
export interface RootSpec {
  readonly scope: Scope;
  /**
   * With "/"; "~/" is the user's home, a leading "/" is absolute, everything else is relative to the project.
   */
  readonly path: string;
}

/** A root that was searched: its path and the skill directories in it, not yet opened. */
export interface SkillRoot {
  readonly scope: Scope;
  /** Absolute path in the file system shown to the model, with "/": the same on every machine. */
  readonly path: string;
  /** There is no such directory. */
  readonly missing?: true;
  /** Sorted by path in code units. */
  readonly skills: readonly RootedSkill[];
  /** Directories in the root without a SKILL.md at any depth; paths as of the skills. */
  readonly without: readonly string[];
  /** What was not searched, because of a limit or missing permission; paths as of the skills. */
  readonly unread: readonly Unread[];
}

export interface RootedSkill {
  /** The skill's directory in the file system shown to the model. */
  readonly path: string;
  /** Directories between the root and the skill; 0 for a skill directly in the root. */
  readonly depth: number;
  readonly source: SkillSource;
  /** Path of a skill found earlier, in this root or another, that is the same directory through a symlink. */
  readonly sameAs?: string;
}
