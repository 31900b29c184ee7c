import type { Message, ModelReply, ModelRequest, ToolArguments, ToolSpec } from "./model.ts";
import type { Budget, Policy } from "./policy.ts";
import type { ScriptRunner } from "./script-run.ts";
import type { RootSpec, Scope, SkillRoot } from "./skill-root.ts";
import type { TokenCounter } from "./token-counter.ts";
import type { TraceEvent, Tracer } from "./trace.ts";

export type { Message, Model, ModelReply, ModelRequest, ToolArguments, ToolCall, ToolSpec } from "./model.ts";
export type { ApprovalMode, Budget, Policy } from "./policy.ts";
export type { ScriptResult, ScriptRunner } from "./script-run.ts";
export { shownAt, type RootedSkill, type RootSpec, type Scope, type SkillRoot } from "./skill-root.ts";

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
