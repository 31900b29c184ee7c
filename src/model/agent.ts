import { systemRecords } from "../generated/targets.ts";
import type { SkillSource, Unread } from "./source.ts";
import type { ProjectChange, Stage } from "./stage.ts";
import type { TokenCounter } from "./token-counter.ts";
import type { TraceEvent, Tracer } from "./trace.ts";

/** An agent that the harness can simulate. */
export type SystemId = (typeof systemRecords)[number]["id"];

/** In display order. */
export const systemIds: readonly SystemId[] = systemRecords.map(({ id }) => id);

export type Settings = Readonly<Record<string, unknown>>;

/** Everything that a system receives. It has no access to the time or to random numbers. */
export interface AgentWorld {
  readonly roots: readonly SkillRoot[];
  readonly tracer: Tracer;
  readonly tokens: TokenCounter;
  readonly policy: Policy;
  readonly scripts: ScriptRunner;
  /** Tools of the host that skills may use; the scenario provides their answers. */
  readonly hostTools: readonly HostTool[];
  /** The system's settings, as in its configuration file. */
  readonly settings: Settings;
  /** The limits of the session, for agents that state them in the prompt; absent if there are none. */
  readonly budget?: Budget;
  /** The files of the user's project, shown at `shownAt.project`; absent if the session has none. */
  readonly project?: SkillSource;
  /** The files of the session, which the roots are part of; added when the session starts. */
  readonly stage?: Stage;
}

export interface HostTool {
  readonly spec: ToolSpec;
  /** The skill whose tool group contains the tool (spring-ai-alibaba); absent if it is in no group. */
  readonly group?: string;
  /** Set if the tool is the agent's own: offered from the first request, also in spring-ai-alibaba. */
  readonly always?: true;
  /** The tool's answer, or the message with which the call fails. */
  readonly answer: (args: ToolArguments) => string | { readonly error: string };
}

/** A skill as the system announces it. */
export interface CatalogEntry {
  readonly name: string;
  readonly description: string;
  readonly scope: Scope;
  /** The skill's directory in the file system shown to the model. */
  readonly path: string;
  /** Whether the skill is hidden from the model; the user can still activate it. */
  readonly hidden: boolean;
}

export interface SkillProblem {
  readonly path: string;
  /**
   * "skipped": the agent does not load the skill; "shadowed": another skill of the same name takes precedence;
   * "warned": the skill is loaded.
   */
  readonly kind: "skipped" | "shadowed" | "warned";
  /** One lower-case sentence without a full stop, safe to print on a terminal. */
  readonly message: string;
}

/** A running agent of one system. */
export interface Agent {
  readonly catalog: readonly CatalogEntry[];
  readonly problems: readonly SkillProblem[];
  /**
   * Sends the user's prompt. A slash command may activate a skill without the model. If there is nothing left to ask
   * the model, the last message is not the user's.
   */
  say(prompt: string): Promise<void>;
  /** The next request to the model; a snapshot that does not change. */
  request(): ModelRequest;
  /** The messages so far, without the system prompt: a live view, not a copy. */
  readonly conversation: readonly Message[];
  /** Carries out the model's reply; "done" if it was the final answer. */
  take(reply: ModelReply): Promise<"more" | "done">;
  /** The final answer; undefined until there is one. */
  readonly answer: string | undefined;
  /** Why the agent stopped by itself, for example because of its own limit; absent otherwise. */
  readonly stopped?: SessionResult["stop"] | undefined;
  /** Searches the roots again, like a hot reload; absent if the system does not support that. */
  reload?(roots: readonly SkillRoot[]): Promise<void>;
}

/** How actions are expressed in a system. */
export interface Speech {
  /**
   * `tools` are the tools that the model is offered, for systems in which a setting decides which tool activates a
   * skill.
   */
  activate(entry: CatalogEntry, tools?: readonly ToolSpec[]): ModelReply;
  /** Reads a file of an activated skill; the path is relative to the skill's root. */
  read(entry: CatalogEntry, file: string): ModelReply;
  run(entry: CatalogEntry, file: string, args: readonly string[]): ModelReply;
  finish(answer: string): ModelReply;
}

export interface SessionResult {
  readonly system: SystemId;
  readonly model: string;
  readonly stop:
    | "answered"
    | "turns"
    | "tool-calls"
    | "script-runs"
    | "model-failed"
    | "nothing-to-do"
    | "needs-approval";
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
  /** JSON Schema for the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: ToolArguments;
}

export interface Message {
  readonly role: "system" | "user" | "assistant" | "tool";
  /** The text that the model reads. */
  readonly content: string;
  /** Shown to the user instead of `content`; never sent to the model. */
  readonly forUser?: string;
  readonly calls?: readonly ToolCall[];
  /** For a tool's answer: the id of the call that it answers. */
  readonly callId?: string;
  /** Set if compaction must not change the message. */
  readonly pinned?: true;
}

/** Everything that a model receives in one turn. */
export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
}

/** A model's reply: text, tool calls or both. In systems with structured actions, the text is an action. */
export interface ModelReply {
  readonly text?: string;
  readonly calls?: readonly {
    readonly name: string;
    readonly arguments: ToolArguments;
    readonly id?: string;
  }[];
}

/** Any source of replies. It is deterministic, except for a program of the user. */
export interface Model {
  /** One of "scripted", "lexical", "replay" and "command". */
  readonly id: string;
  /** `catalog` is the agent's catalog; models that read the request ignore it. */
  next(request: ModelRequest, catalog: readonly CatalogEntry[]): Promise<ModelReply>;
  /** Stops everything that the model has started. */
  close?(): Promise<void>;
}

/** "interactive" asks the user, "yes" approves everything, "ci" refuses what needs approval. */
export type ApprovalMode = "interactive" | "yes" | "ci";

export type PermissionDecision = "allow" | "ask" | "deny";

export interface Policy {
  /** The tools that the configuration allows; absent if it allows all. */
  readonly configured?: readonly string[];
  /** The tools that this run allows; absent if it allows all. */
  readonly allowed?: readonly string[];
  readonly approval: ApprovalMode;
  /** What the rules of the permission manager say about a call; undefined if none is for it. */
  readonly decide?: (tool: string, args: ToolArguments) => PermissionDecision | undefined;
  /** Asks the user; called only if `approval` is "interactive". If absent, the answer is no. */
  readonly ask?: (question: string) => Promise<boolean>;
  /**
   * The command that repeats the run with every approval given. It is shown if an approval was needed but the user
   * could not be asked.
   */
  readonly replay?: string;
}

/** Limits of a session. Reaching one of them ends the session, and the trace says which. */
export interface Budget {
  readonly turns: number;
  readonly toolCalls: number;
  readonly scriptRuns: number;
}

export interface ScriptRequest {
  readonly source: SkillSource;
  /** The skill's name, for the trace and for recorded answers. */
  readonly skill: string;
  /** Relative to the skill's root. */
  readonly file: string;
  readonly args: readonly string[];
  readonly stdin?: string;
  /** Path of the skill's directory as shown to the model, which the script's arguments may contain. */
  readonly path?: string;
  /** The user's project, of which the script gets a copy beside that of the skill; absent if there is none. */
  readonly project?: SkillSource;
  /** Set if the script is started in the copy of the project instead of that of the skill. */
  readonly directory?: "project";
  /** The agent's own limit; absent if that of the runner applies. */
  readonly timeoutSeconds?: number;
}

export interface ScriptResult {
  /** "dry": the script is not run; a recorded result is used if there is one. */
  readonly mode: "dry" | "controlled" | "isolated";
  readonly outcome: "answered" | "exited" | "signalled" | "timed-out" | "refused";
  readonly exitCode?: number;
  readonly signal?: string;
  readonly stdout: string;
  readonly stderr: string;
  /** The streams that were truncated. */
  readonly truncated: readonly ("stdout" | "stderr")[];
  /** Remarks on changed files in the copy, escaped processes, and variables that were not passed on. */
  readonly notes: readonly string[];
  /** What the script changed in its copy of the project; absent if there is nothing. */
  readonly changes?: readonly ProjectChange[];
}

export interface ScriptRunner {
  run(request: ScriptRequest): Promise<ScriptResult>;
}

/**
 * The paths of the project and of the user's home directory in the file system shown to models; the same on every
 * machine.
 */
export const shownAt = { project: "/project", home: "/home/user" } as const;

/** The owner of a skills directory. The owner that comes first in a system's order takes precedence. */
export type Scope = "project" | "user" | "builtin";

/** A directory that a system searches for skills. */
export interface RootSpec {
  readonly scope: Scope;
  /**
   * With "/". "~/" is the user's home directory, and a leading "/" is absolute; any other path is relative to the
   * project.
   */
  readonly path: string;
}

/** A root that was searched: its path, and the skill directories in it, which have not been opened yet. */
export interface SkillRoot {
  readonly scope: Scope;
  /** Absolute path in the file system shown to the model, with "/": the same on every machine. */
  readonly path: string;
  /** Absolute path on disk; absent if the root was not searched on disk. */
  readonly directory?: string;
  /** Set if the directory does not exist. */
  readonly missing?: true;
  /** Sorted by path, in code units. */
  readonly skills: readonly RootedSkill[];
  /** Directories in the root that contain no SKILL.md at any depth; paths as those of the skills. */
  readonly without: readonly string[];
  /** Directories that were not searched, because of a limit or a missing permission; paths as those of the skills. */
  readonly unread: readonly Unread[];
}

export interface RootedSkill {
  /** The skill's directory in the file system shown to the model. */
  readonly path: string;
  /** Number of directories between the root and the skill; 0 for a skill directly in the root. */
  readonly depth: number;
  readonly source: SkillSource;
  /** Path of an earlier skill, in this root or another, that is the same directory through a symlink. */
  readonly sameAs?: string;
}
