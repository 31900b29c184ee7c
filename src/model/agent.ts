import type { SkillSource, Unread } from "./source.ts";
import type { TokenCounter } from "./token-counter.ts";
import type { TraceEvent, Tracer } from "./trace.ts";

/** The agents that the harness plays. */
export const systemIds = ["agentskills", "agio", "react-actions", "spring-ai-alibaba", "harness9"] as const;

export type SystemId = (typeof systemIds)[number];

export type Settings = Readonly<Record<string, unknown>>;

/** All that a system is given. Clock and chance are not among it. */
export interface AgentWorld {
  readonly roots: readonly SkillRoot[];
  readonly tracer: Tracer;
  readonly tokens: TokenCounter;
  readonly policy: Policy;
  readonly scripts: ScriptRunner;
  /** Tools of the host that skills may name, answered by the scenario. */
  readonly hostTools: readonly HostTool[];
  /** The system's own settings, as its configuration file has them. */
  readonly settings: Settings;
  /** The most that the session lets it do, for an agent that tells its model so; absent where no session counts. */
  readonly budget?: Budget;
}

export interface HostTool {
  readonly spec: ToolSpec;
  /** The skill whose group it belongs to (spring-ai-alibaba); absent where it is there from the beginning. */
  readonly group?: string;
  readonly answer: (args: ToolArguments) => string;
}

/** A skill as a system announces it. */
export interface CatalogEntry {
  readonly name: string;
  readonly description: string;
  readonly scope: Scope;
  /** Where its directory stands in the world that the model is shown. */
  readonly path: string;
  /** Left out of what the model is shown; a person may still start it. */
  readonly hidden: boolean;
}

export interface SkillProblem {
  readonly path: string;
  /** "skipped": it is not there for the agent; "shadowed": another of its name is; "warned": it is there all the same. */
  readonly kind: "skipped" | "shadowed" | "warned";
  /** One sentence, lower-case, no full stop, fit for a terminal. */
  readonly message: string;
}

/** A running agent of one system. */
export interface Agent {
  readonly catalog: readonly CatalogEntry[];
  readonly problems: readonly SkillProblem[];
  /** What the person types; a slash command may activate a skill without the model. Where it leaves nothing to be asked, the last message is not the person's. */
  say(prompt: string): Promise<void>;
  /** What the model is to be given now; it does not change any more. */
  request(): ModelRequest;
  /** What was said and answered so far, without the system's own words: a view that grows, and that takes no copy. */
  readonly conversation: readonly Message[];
  /** Does what the model asks for; "done" once it has answered. */
  take(reply: ModelReply): Promise<"more" | "done">;
  /** The final answer, once there is one. */
  readonly answer: string | undefined;
  /** Why it goes no further of its own accord, as where a bound of its own is reached. */
  readonly stopped?: SessionResult["stop"] | undefined;
  /** Looks at the roots anew, as hot reload does; absent where the system has none. */
  reload?(roots: readonly SkillRoot[]): Promise<void>;
}

/** A system of agents, as data and functions; it knows no other one. */
export interface System {
  readonly id: SystemId;
  readonly title: string;
  /** Where it is described. */
  readonly sources: readonly string[];
  /** Where it looks, the first of two equal names winning. */
  roots(environment: Readonly<Record<string, string | undefined>>, settings: Settings): readonly RootSpec[];
  /** How deep below a root its skills may lie: 0 is in the root itself. */
  readonly depth: number;
  /** A skill's directory that is a link is passed over; absent where it is followed. */
  readonly skipsLinks?: true;
  /** Reads heads, and no more, and stands ready. */
  open(world: AgentWorld): Promise<Agent>;
  /** What the model would say in this system to do a thing, for models and tests that know only what they want. */
  readonly speak: Speech;
}

/** How an intention is put into the words of one system. */
export interface Speech {
  /** `tools` are those that the model is offered, for a system whose settings decide by which of them it is done. */
  activate(entry: CatalogEntry, tools?: readonly ToolSpec[]): ModelReply;
  /** A file of an activated skill, from its root. */
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
  /** What the model had been given in the end. */
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
  /** "dry": it was not run, a recorded answer or none stands in for it. */
  readonly mode: "dry" | "controlled" | "isolated";
  readonly outcome: "answered" | "exited" | "signalled" | "timed-out" | "refused";
  readonly exitCode?: number;
  readonly signal?: string;
  readonly stdout: string;
  readonly stderr: string;
  /** Which streams were cut, and after how many bytes. */
  readonly truncated: readonly ("stdout" | "stderr")[];
  /** What to tell of it beside: files changed in the copy, descendants that escaped, variables withheld. */
  readonly notes: readonly string[];
}

export interface ScriptRunner {
  run(request: ScriptRequest): Promise<ScriptResult>;
}

/** Where the project and the user's home stand in the world that models are shown, whatever the machine. */
export const shownAt = { project: "/project", home: "/home/user" } as const;

/** Whose a directory of skills is; what comes first in a system's own order of precedence wins. */
export type Scope = "project" | "user" | "builtin";

/** A directory in which a system looks for skills. */
export interface RootSpec {
  readonly scope: Scope;
  /** With "/"; "~/" stands for the user's home, what begins with "/" is absolute, all else is relative to the project. */
  readonly path: string;
}

/** A root that was looked into: where it is, and the skill directories in it, none of them opened. */
export interface SkillRoot {
  readonly scope: Scope;
  /** Where the root stands in the world that the model is shown, absolute, with "/": the same on every machine. */
  readonly path: string;
  /** There is no such directory. */
  readonly missing?: true;
  /** Sorted by path in code units. */
  readonly skills: readonly RootedSkill[];
  /** Directories that stand in the root and hold no SKILL.md, neither themselves nor below; paths as of the skills. */
  readonly without: readonly string[];
  /** What was not looked into, for a bound or for want of permission; paths as of the skills. */
  readonly unread: readonly Unread[];
}

export interface RootedSkill {
  /** The skill's directory in the world that the model is shown. */
  readonly path: string;
  /** Directories between the root and the skill; 0 for one that stands in the root. */
  readonly depth: number;
  readonly source: SkillSource;
  /** The path of a skill that was found before, in this root or another, and is the same directory by way of a link. */
  readonly sameAs?: string;
}
