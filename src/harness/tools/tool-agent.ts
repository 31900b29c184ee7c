import { count, series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type {
  Agent,
  AgentWorld,
  CatalogEntry,
  Message,
  ModelReply,
  ModelRequest,
  SkillProblem,
  SkillRoot,
  ToolArguments,
  ToolCall,
} from "../../model/agent.ts";
import type { TokenCounter } from "../../model/token-counter.ts";
import { type Answer, record, refusal } from "../answer.ts";
import { deniedByRule, permissionFor, seekApproval } from "../permissions.ts";
import {
  announceSkills,
  describeTool,
  insert,
  type OwnPrompts,
  ownPrompts,
  type PromptParts,
} from "../own-prompts.ts";
import { coverRoots } from "../stage.ts";
import type { Tool } from "./tool.ts";

/** The differences between tool-calling agents. All functions are called each time that their result is needed. */
interface ToolAgentPlan {
  readonly world: AgentWorld;
  catalog(): readonly CatalogEntry[];
  problems(): readonly SkillProblem[];
  /** The system prompt with the section that announces the skills; empty if there is none. */
  systemPrompt(section: string): string;
  /** What the system prompt has besides, by the setting that it is from. */
  readonly parts?: PromptParts;
  /** The section that announces the skills, around their list. */
  skillSection(list: string): string;
  /** The skills as the agent lists them; empty if there are none. */
  skillList(): string;
  tools(): readonly Tool[];
  /**
   * The messages that replace the user's prompt; if there are none, the model is not called. By default, the prompt
   * is passed on unchanged.
   */
  onPrompt?(prompt: string): readonly Message[];
  /** Finds the skills again. */
  reload?(roots: readonly SkillRoot[]): Promise<void>;
  readonly limits?: {
    /** If the conversation has more tokens than this, the oldest tool results are removed. */
    readonly contextTokens: number;
  };
}

/** Starts an agent whose model calls tools. It has announced its skills and waits for the user. */
export function startToolAgent(plan: ToolAgentPlan): Agent {
  const own = ownPrompts(
    plan.world.settings,
    plan.tools().map(({ spec }) => spec.name),
    Object.keys(plan.parts ?? {}),
  );
  const whole = { ...plan, own };
  announce(whole);
  return new ToolAgent(whole);
}

/** A plan with the texts that the user gives for the agent. */
interface WholePlan extends ToolAgentPlan {
  readonly own: OwnPrompts;
}

class ToolAgent implements Agent {
  /** One growing array: in a session of many calls, copying the conversation for each call would be slow. */
  readonly conversation: Message[] = [];
  answer: string | undefined;
  readonly reload?: NonNullable<Agent["reload"]>;
  readonly #plan: WholePlan;
  #calledBefore = 0;

  constructor(plan: WholePlan) {
    this.#plan = plan;
    if (plan.reload) this.reload = (roots) => reload(roots, plan);
  }

  get catalog(): Agent["catalog"] {
    return this.#plan.catalog();
  }

  get problems(): Agent["problems"] {
    return this.#plan.problems();
  }

  async say(prompt: string): Promise<void> {
    const { tracer, tokens } = this.#plan.world;
    tracer.add({ kind: "prompt", text: prompt, tokens: tokens.count(prompt) });
    this.answer = undefined;
    this.conversation.push(
      ...(this.#plan.onPrompt?.(prompt) ?? [{ role: "user" as const, content: prompt }]),
    );
  }

  request(): ModelRequest {
    const section = sectionOf(this.#plan);
    return {
      messages: [...systemMessage(this.#plan, section), ...this.conversation],
      tools: offered(this.#plan).map(({ spec }) => describeTool(spec, this.#plan.own, section)),
    };
  }

  async take(reply: ModelReply): Promise<"more" | "done"> {
    const { tracer, tokens } = this.#plan.world;
    const calls = numberCalls(reply, this.#calledBefore);
    this.#calledBefore += calls.length;
    this.conversation.push({
      role: "assistant",
      content: reply.text ?? "",
      ...(calls.length > 0 && { calls }),
    });
    for (const call of calls) this.conversation.push(await perform(call, this.#plan));
    keepWithinLimits(this.conversation, this.#plan);
    if (calls.length > 0) return "more";
    this.answer = reply.text ?? "";
    tracer.add({ kind: "answer", text: this.answer, tokens: tokens.count(this.answer) });
    return "done";
  }
}

async function reload(roots: readonly SkillRoot[], plan: WholePlan): Promise<void> {
  const { stage, tracer } = plan.world;
  tracer.add({ kind: "reload" });
  await plan.reload?.(stage ? coverRoots(roots, stage) : roots);
  announce(plan);
}

function sectionOf({ skillList, skillSection, own }: WholePlan): string {
  return announceSkills(skillList(), own, skillSection);
}

function systemMessage({ systemPrompt, parts, own }: WholePlan, section: string): readonly Message[] {
  const content =
    own.system === undefined ? systemPrompt(section) : insert({ ...parts, skills: section }, own.system);
  return content === "" ? [] : [{ role: "system", content }];
}

function announce(plan: WholePlan): void {
  const { tracer, tokens } = plan.world;
  for (const { path, kind, message } of plan.problems())
    tracer.add({ kind: "problem", text: `${kind} ${quote(path)}: ${message}` });
  const text = sectionOf(plan);
  if (text !== "") tracer.add({ kind: "catalog", tier: 1, tokens: tokens.count(text) });
}

/** The tools that the model is offered, which do not include refused ones. */
function offered({ world: { policy }, tools }: ToolAgentPlan): readonly Tool[] {
  return tools().filter(({ spec }) => permissionFor(policy, spec.name).outcome === "allowed");
}

/** Numbers calls without an id, continuing through the conversation. */
function numberCalls({ calls = [] }: ModelReply, before: number): readonly ToolCall[] {
  return calls.map(({ name, arguments: given, id }, index) => ({
    id: id ?? `call-${before + index + 1}`,
    name,
    arguments: given,
  }));
}

async function perform(call: ToolCall, plan: ToolAgentPlan): Promise<Message> {
  const answer = await answerTo(call, plan);
  record(plan.world, answer, { tool: call.name, arguments: call.arguments });
  const { content, forUser, pinned } = answer;
  return {
    role: "tool",
    callId: call.id,
    content,
    ...(forUser !== undefined && { forUser }),
    ...(pinned && { pinned }),
  };
}

async function answerTo({ name, arguments: args }: ToolCall, plan: ToolAgentPlan): Promise<Answer> {
  const { policy, tracer } = plan.world;
  const permission = permissionFor(policy, name);
  const tool = plan.tools().find(({ spec }) => spec.name === name);
  if (!tool) return refusal(`unknown tool ${quote(name)}; ${listTools(offered(plan))}`);
  if (permission.outcome === "refused") return refusal(permission.reason, { forbidden: true });
  const objection = tool.objectTo?.(args);
  if (objection !== undefined) return refusal(objection);
  const decision = policy.decide?.(name, args);
  if (decision === "deny") return refusal(deniedByRule(name), { forbidden: true });
  const question = decision === "allow" ? undefined : questionOf(tool, args, decision);
  const reason =
    question === undefined ? undefined : await seekApproval(policy, tracer, question, { tool: name });
  return reason === undefined ? tool.run(args) : refusal(reason);
}

/** What the user is asked about a call; undefined if nothing. */
function questionOf(tool: Tool, args: ToolArguments, decision: "ask" | undefined): string | undefined {
  const always = decision === "ask" ? `call the tool ${quote(tool.spec.name)}` : undefined;
  return tool.question?.(args) ?? always;
}

function listTools(tools: readonly Tool[]): string {
  return tools.length === 0
    ? "there are no tools"
    : `the tools are ${series(tools.map(({ spec }) => quote(spec.name)))}`;
}

function keepWithinLimits(
  conversation: Message[],
  { world: { tracer, tokens }, limits }: ToolAgentPlan,
): void {
  if (!limits) return;
  const compacted = compact(conversation, limits.contextTokens, tokens);
  const removed = compacted.filter((message, index) => message !== conversation[index]).length;
  if (removed > 0)
    tracer.add({
      kind: "compact",
      text: `${count(removed, "old tool answer")} ${removed === 1 ? "was" : "were"} dropped`,
    });
  for (const [index, message] of compacted.entries()) conversation[index] = message;
}

/** Text that replaces the old result of a tool. */
const removed = "[an old result, removed to save room]";

/**
 * Removes as many of the oldest tool results as necessary to stay within `limit` tokens. Pinned results stay,
 * and so do the results for the last reply, which the model has not seen yet.
 */
function compact(messages: readonly Message[], limit: number, tokens: TokenCounter): readonly Message[] {
  const unseen = messages.findLastIndex(({ role }) => role === "assistant");
  const gain = (message: Message): number => tokens.count(message.content) - tokens.count(removed);
  let excess = messages.reduce((sum, { content }) => sum + tokens.count(content), 0) - limit;
  return messages.map((message, index) => {
    if (excess <= 0 || message.role !== "tool" || message.pinned || index > unseen || gain(message) <= 0)
      return message;
    excess -= gain(message);
    return { ...message, content: removed };
  });
}
