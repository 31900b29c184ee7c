import type { System } from "../../system.ts";
import { count } from "../../../core/sentence.ts";
import { quote } from "../../../core/show.ts";
import type {
  Agent,
  AgentWorld,
  CatalogEntry,
  Message,
  ModelReply,
  ModelRequest,
  RootSpec,
  Scope,
  ToolCall,
} from "../../../model/agent.ts";
import { record, refusal } from "../../answer.ts";
import { announceSkills, type OwnPrompts, ownPrompts, SettingError } from "../../own-prompts.ts";
import { withoutUnseen } from "../../unseen.ts";
import {
  boundsOf,
  configPath,
  type Constraints,
  knownSettings,
  type ReactConfig,
  readConfig,
} from "./config.ts";
import { loadBody, type Shelf } from "./load.ts";
import { type ActionContext, perform } from "./perform.ts";
import { classifiedTools } from "./permissions.ts";
import { changePlan, makePlan, type Plan, type PlanUpdate } from "./plan.ts";
import { normalize, renderIndex, renderPrompt } from "./prompt.ts";
import { type Action, readAction, readDecision } from "./protocol.ts";
import { loadIndex, type SkillIndex } from "./skill-index.ts";
import { describeTools, toolNames } from "./tools.ts";

/**
 * The Python design of an agent that reasons and acts. Its settings are those of .agent/config.json; `source`
 * corresponds to its option --source.
 */
export const reactActions: System = {
  id: "react-actions",
  title: "ReAct with structured actions",
  about: "a ReAct loop with structured actions",
  order: 30,
  sources: ["skills-agent docs/agent-skills-tech-design.md"],
  roots: (_environment, settings) => rootsOf(readConfig(settings).skillRoots),
  // "org/name" is a skill in an organization's directory.
  depth: 1,
  actionTools: classifiedTools,
  readAction,
  open: async (world) => {
    const config = readConfig(world.settings);
    return startReactAgent(world, config, loadIndex(world, config));
  },
  speak: {
    activate: (entry) =>
      say({ action: "select_skills", skills: [referTo(entry)], reason: "the task calls for it" }),
    read: (entry, file) =>
      say({ action: "load_resource", skill: referTo(entry), relative_path: file, section_hint: undefined }),
    run: (entry, file, args) =>
      say({ action: "run_script", skill: referTo(entry), relative_path: file, args }),
    finish: (answer) => say({ action: "final_answer", answer }),
  },
  actsOn: ["author", "disable-model-invocation", "run-mode", "user-invocable", "version"],
  settings: knownSettings,
  settingsFile: configPath,
  hasSource: true,
  recordsRuns: true,
  expected: {
    deliver: withoutUnseen,
    alone: false,
    again: "refers",
    reads: [
      "name",
      "description",
      "version",
      "author",
      "disable-model-invocation",
      "user-invocable",
      "allowed-tools",
      "run-mode",
    ],
    confines: true,
    settings: { constraints: { max_turns: 1_000_000, max_tool_calls: 1_000_000 } },
  },
};

const builtin: RootSpec = { scope: "builtin", path: "skills_builtin" };

/**
 * Configured roots replace the roots of the project and the user. Built-in skills are always available, with the
 * lowest precedence.
 */
function rootsOf(configured: readonly string[] = [".agent/skills", "~/.agent/skills"]): readonly RootSpec[] {
  const named = configured.map((path) => ({ scope: scopeOf(path), path }));
  return [...named, ...(named.some(({ path }) => path === builtin.path) ? [] : [builtin])];
}

function scopeOf(path: string): Scope {
  if (path === builtin.path) return "builtin";
  return path.startsWith("~/") || path.startsWith("/") ? "user" : "project";
}

function referTo({ name, scope }: CatalogEntry): { readonly name: string; readonly source: Scope } {
  return { name, source: scope };
}

function say(action: Action): { readonly text: string } {
  return { text: JSON.stringify(action) };
}

function catalogEntry({ name, description, scope, path, hidden }: CatalogEntry): CatalogEntry {
  return { name, description, scope, path, hidden };
}

/** The loop: the model decides, one action is carried out, and the model receives the result. */
function startReactAgent(world: AgentWorld, config: ReactConfig, found: SkillIndex): Agent {
  const { tracer, tokens } = world;
  const agent = new ReactAgent(world, config, found);
  for (const { path, kind, message } of found.problems)
    tracer.add({ kind: "problem", text: `${kind} ${quote(path)}: ${message}` });
  if (agent.index !== "") tracer.add({ kind: "catalog", tier: 1, tokens: tokens.count(agent.index) });
  return agent;
}

/** The tools are described in the system prompt, so one without them would leave their descriptions out. */
function readPrompts(world: AgentWorld): OwnPrompts {
  const own = ownPrompts(world.settings, toolNames(world));
  if (Object.keys(own.tools).length > 0 && own.system?.includes("{tools}") === false)
    throw new SettingError("prompts.tools", 'has no effect; write "{tools}" in "prompts.system"');
  return own;
}

class ReactAgent implements Agent {
  readonly catalog: Agent["catalog"];
  readonly problems: Agent["problems"];
  /** The text that announces the skills; empty if there are none. */
  readonly index: string;
  readonly #world: AgentWorld;
  readonly #config: ReactConfig;
  readonly #most: Constraints;
  readonly #shelf: Shelf;
  readonly #own: OwnPrompts;
  readonly #state = newState();

  constructor(world: AgentWorld, config: ReactConfig, { skills, problems }: SkillIndex) {
    this.catalog = skills.map(catalogEntry);
    this.problems = problems;
    this.#own = readPrompts(world);
    this.index = announceSkills(renderIndex(skills), this.#own, (list) => list);
    this.#world = world;
    this.#config = config;
    this.#most = boundsOf(config, world);
    this.#shelf = { skills, loaded: new Map() };
  }

  get answer(): string | undefined {
    return this.#state.answer;
  }

  get stopped(): Agent["stopped"] {
    return this.#state.stopped;
  }

  get conversation(): readonly Message[] {
    return this.#state.conversation;
  }

  async say(prompt: string): Promise<void> {
    const { tracer, tokens } = this.#world;
    const state = this.#state;
    tracer.add({ kind: "prompt", text: prompt, tokens: tokens.count(prompt) });
    beginRun(state, normalize(prompt));
    const content = startByName(prompt, this.#shelf, this.#config, this.#world);
    state.conversation.push({ role: "user", content });
  }

  request(): ModelRequest {
    const { conversation, plan, spent } = this.#state;
    const content = renderPrompt({
      own: this.#own,
      index: this.index,
      plan,
      limits: plan?.constraints ?? this.#most,
      spent,
      bodiesPerRound: this.#config.bodiesPerRound,
      tools: describeTools(this.#world, this.#own, this.index),
    });
    return { messages: [{ role: "system", content }, ...conversation], tools: [] };
  }

  async take(reply: ModelReply): Promise<"more" | "done"> {
    const [world, config, most, state] = [this.#world, this.#config, this.#most, this.#state];
    state.spent = spend(state.spent, { turns: 1 });
    const action = decide(reply, state, most, world);
    state.conversation.push({ role: "assistant", content: reply.text ?? "", ...callIn(action, state) });
    if ("objection" in action) reject(action.objection, state, config, world);
    else if (action.action === "final_answer") return finish(action.answer, state, world);
    else if (!stopBefore(action, state, most)) {
      const replay = world.policy.replay ?? replayOf(state.request);
      await act(action, state, { world, config, shelf: this.#shelf, replay });
    }
    if (state.spent.max_turns >= (state.plan?.constraints ?? most).max_turns) state.stopped ??= "turns";
    return "more";
  }
}

/**
 * "/name text" loads a skill for the user, even one hidden from the model; other prompts are passed on
 * unchanged.
 */
function startByName(prompt: string, shelf: Shelf, config: ReactConfig, world: AgentWorld): string {
  const [, name, rest = ""] = /^\/(\S+)\s*(.*)$/s.exec(prompt) ?? [];
  const skill = shelf.skills.find((known) => known.name === name && known.controls.userInvocable);
  if (!skill) return prompt;
  const answer = loadBody(skill, shelf, config);
  record(world, answer);
  return rest === "" ? answer.content : `${answer.content}\n\n${rest}`;
}

/**
 * The action in a reply, after its plan update is applied: the first decision creates the plan, later ones may change
 * it.
 */
function decide(
  reply: ModelReply,
  state: RunState,
  most: Constraints,
  { tracer }: AgentWorld,
): Action | { readonly objection: string } {
  const decision = readDecision(reply);
  if ("objection" in decision) return decision;
  const { action, planUpdate } = decision;
  const before = state.plan ?? makePlan(state.request, most);
  const plan = planUpdate ? changePlan(before, planUpdate, most) : before;
  if ("objection" in plan) return plan;
  if (plan !== state.plan)
    tracer.add({ kind: "plan", text: describePlan(state.plan, planUpdate), arguments: plan });
  state.plan = plan;
  state.rejected = 0;
  return action;
}

function describePlan(before: Plan | undefined, update: PlanUpdate | undefined): string {
  if (before) return update?.kind === "replace" ? "replaced" : "patched";
  return update?.kind === "replace" ? "created by the model" : "created from the request";
}

/** Rejects an invalid reply, which has no effect. Too many in a row end the session. */
function reject(objection: string, state: RunState, { retries }: ReactConfig, world: AgentWorld): void {
  state.rejected++;
  const left = retries + 1 - state.rejected;
  const answer = refusal(`${objection}; nothing was done`);
  record(world, answer);
  observe(
    [answer.content, left > 0 ? `${count(left, "attempt")} left` : "that was the last attempt"].join("; "),
    state,
  );
  if (left > 0) return;
  state.stopped = "model-failed";
  world.tracer.add({
    kind: "stop",
    text: `no valid action in ${count(state.rejected, "consecutive attempt")}`,
  });
}

function finish(answer: string, state: RunState, { tracer, tokens }: AgentWorld): "done" {
  state.answer = answer;
  tracer.add({ kind: "answer", text: answer, tokens: tokens.count(answer) });
  return "done";
}

type ToolAction = Exclude<Action, { readonly action: "final_answer" }>;

/** Whether a limit ends the session before the next action; the plan may have lowered it. */
function stopBefore({ action }: ToolAction, state: RunState, most: Constraints): boolean {
  const { max_tool_calls, max_script_runs } = state.plan?.constraints ?? most;
  if (state.spent.max_tool_calls >= max_tool_calls) state.stopped = "tool-calls";
  else if (action === "run_script" && state.spent.max_script_runs >= max_script_runs)
    state.stopped = "script-runs";
  return state.stopped !== undefined;
}

async function act(action: ToolAction, state: RunState, context: ActionContext): Promise<void> {
  const { action: tool, ...given } = action;
  const answers = await perform(action, context);
  for (const answer of answers) record(context.world, answer, { tool, arguments: given });
  if (answers.some(({ endsRun }) => endsRun)) state.stopped = "needs-approval";
  const runs = answers.filter(({ event }) => event.kind === "script").length;
  state.spent = spend(state.spent, { calls: 1, runs });
  observe(
    `${tool}:\n${answers.map(({ content }) => content).join("\n\n")}`,
    state,
    answers.some(({ pinned }) => pinned),
  );
}

function spend(
  { max_turns, max_tool_calls, max_script_runs }: Constraints,
  {
    turns = 0,
    calls = 0,
    runs = 0,
  }: { readonly turns?: number; readonly calls?: number; readonly runs?: number },
): Constraints {
  return {
    max_turns: max_turns + turns,
    max_tool_calls: max_tool_calls + calls,
    max_script_runs: max_script_runs + runs,
  };
}

/** Adds the result of an action to the conversation. For an invalid reply, its id matches no call. */
function observe(content: string, state: RunState, pinned = false): void {
  state.conversation.push({ role: "tool", callId: callIdOf(state), content, ...(pinned && { pinned }) });
}

/** The model's action as a call, so that its result answers a call, as in systems with tools. */
function callIn(
  action: Action | { readonly objection: string },
  state: RunState,
): { readonly calls?: readonly ToolCall[] } {
  if ("objection" in action || action.action === "final_answer") return {};
  const { action: name, ...given } = action;
  return { calls: [{ id: callIdOf(state), name, arguments: given }] };
}

/** There is at most one action in a reply. */
function callIdOf({ spent }: RunState): string {
  return `call-${spent.max_turns}`;
}

function replayOf(request: string): string {
  return `skills run '${request.replaceAll("'", `'\\''`)}' --system react-actions --yes`;
}

/** The state of one run, as in the design; the trace is its audit trail. */
interface RunState {
  request: string;
  plan: Plan | undefined;
  readonly conversation: Message[];
  /** How much of each limit has been used. */
  spent: Constraints;
  /** Number of consecutive replies without an action. */
  rejected: number;
  answer: string | undefined;
  stopped: Agent["stopped"];
}

function newState(): RunState {
  return {
    request: "",
    plan: undefined,
    conversation: [],
    spent: { max_turns: 0, max_tool_calls: 0, max_script_runs: 0 },
    rejected: 0,
    answer: undefined,
    stopped: undefined,
  };
}

/** Starts a new run, which keeps only the conversation of the previous one. */
function beginRun(state: RunState, request: string): void {
  state.request = request;
  state.plan = undefined;
  state.answer = undefined;
}
