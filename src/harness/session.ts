import type { System } from "./system.ts";
import type {
  Agent,
  AgentWorld,
  Budget,
  Message,
  Model,
  ModelReply,
  ScriptRunner,
  SessionResult,
} from "../model/agent.ts";
import { SkillsError } from "../core/errors.ts";
import { count, grouped } from "../core/sentence.ts";
import { coverRoots, openStage } from "./stage.ts";
import type { Stage } from "../model/stage.ts";
import type { TraceEvent, TraceKind, Tracer } from "../model/trace.ts";

export interface SessionPlan {
  readonly system: System;
  readonly model: Model;
  readonly world: AgentWorld;
  readonly prompt: string;
  /** Further prompts, each sent after the previous one was answered. */
  readonly followUps?: readonly string[];
  readonly budget: Budget;
  /** Called before the first prompt and after each reply was carried out, with the number of replies so far. */
  readonly between?: (replies: number, agent: Agent, stage: Stage) => Promise<void>;
}

/** Whether an event counts toward the call limit; script runs have a separate limit as well. */
export function isSpent({ kind, part }: Pick<TraceEvent, "kind" | "part">): boolean {
  return spends.has(kind) && !part;
}

const spends: ReadonlySet<TraceKind> = new Set([
  "activate",
  "again",
  "resource",
  "list",
  "script",
  "tool",
  "refuse",
]);

/**
 * Runs one session, until the answer or a limit. Errors of the model are recorded in the trace, never thrown.
 */
export async function runSession(plan: SessionPlan): Promise<SessionResult> {
  const { system, model, world, prompt, followUps = [], budget } = plan;
  const scripts = limitScripts(world.scripts, budget.scriptRuns);
  const stage = openStage(world.project);
  const agent = await system.open({
    ...world,
    roots: coverRoots(world.roots, stage),
    stage,
    scripts,
    budget,
  });
  const spending: Spending = { calls: 0, characters: 0, scripts };
  let stop: SessionResult["stop"] = "answered";
  await plan.between?.(0, agent, stage);
  for (const words of [prompt, ...followUps]) {
    await agent.say(words);
    stop = await converse(agent, plan, { spending, stage });
    if (stop !== "answered" && stop !== "nothing-to-do") break;
  }
  if (stop !== "answered") world.tracer.add({ kind: "stop", text: stop });
  return {
    system: system.id,
    model: model.id,
    stop,
    ...(agent.answer !== undefined && { answer: agent.answer }),
    // Copies only these properties: entries of a system may have others, such as the loader, which are not part of the
    // result.
    catalog: agent.catalog.map(({ name, description, scope, path, hidden }) => ({
      name,
      description,
      scope,
      path,
      hidden,
    })),
    problems: agent.problems,
    trace: world.tracer.events,
    messages: agent.request().messages,
  };
}

/** Maximum length of all messages: eight times what the largest contexts take. */
const mostCharacters = 32_000_000;

function lengthOf(messages: readonly Message[]): number {
  return messages.reduce((sum, { content }) => sum + content.length, 0);
}

interface Spending {
  /** Number of calls that were answered or refused so far. */
  calls: number;
  /** Of the messages so far. */
  characters: number;
  readonly scripts: LimitedScripts;
}

async function converse(
  agent: Agent,
  { model, world: { tracer }, budget, between }: SessionPlan,
  { spending, stage }: { readonly spending: Spending; readonly stage: Stage },
): Promise<SessionResult["stop"]> {
  if (agent.request().messages.at(-1)?.role !== "user") return "nothing-to-do";
  while (tracer.turn < budget.turns) {
    tracer.nextTurn();
    const reply = await ask(agent, model, tracer);
    if (!reply) return "model-failed";
    const room = budget.toolCalls - spending.calls;
    const excess = (reply.calls?.length ?? 0) > room;
    // A reply without its calls would be taken for the answer.
    if (excess && room <= 0) return "tool-calls";
    const before = tracer.events.length;
    const sent = agent.request().messages.length;
    const state = await agent.take(excess ? { ...reply, calls: reply.calls?.slice(0, room) ?? [] } : reply);
    spending.characters += lengthOf(agent.request().messages.slice(sent));
    if (spending.characters > mostCharacters)
      throw new SkillsError("too-large", `the session has more than ${grouped(mostCharacters)} characters`);
    spending.calls += tracer.events.slice(before).filter(isSpent).length;
    if (excess) return "tool-calls";
    await between?.(tracer.turn, agent, stage);
    if (agent.stopped !== undefined) return agent.stopped;
    if (spending.scripts.isSpent()) return "script-runs";
    if (state === "done") return "answered";
  }
  return "turns";
}

/** An error of the model ends the session; our own errors are thrown. */
async function ask(agent: Agent, model: Model, tracer: Tracer): Promise<ModelReply | undefined> {
  try {
    const reply = await model.next(agent.request(), agent.catalog);
    tracer.add({
      kind: "reply",
      ...(reply.text !== undefined && { text: reply.text }),
      ...(reply.calls && { arguments: reply.calls }),
    });
    return reply;
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    tracer.add({
      kind: "stop",
      text: error.message,
      ...(error.hint !== undefined && { summary: error.hint }),
    });
    return undefined;
  }
}

interface LimitedScripts extends ScriptRunner {
  /** Whether more scripts were requested than may be run. */
  isSpent(): boolean;
}

/** Limits the number of script runs, even if one reply requests several. */
function limitScripts(scripts: ScriptRunner, atMost: number): LimitedScripts {
  let asked = 0;
  return {
    isSpent: () => asked > atMost,
    run: async (request) => {
      if (++asked <= atMost) return scripts.run(request);
      return {
        mode: "dry",
        outcome: "refused",
        stdout: "",
        stderr: "",
        truncated: [],
        notes: [`the session may run at most ${count(atMost, "script")}`],
      };
    },
  };
}
