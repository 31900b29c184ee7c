import type { Agent, AgentWorld, CatalogEntry, ModelReply, SkillRoot, System } from "../../model/agent.ts";
import type { SkillSource } from "../../model/source.ts";
import type { TokenCounter } from "../../model/token-counter.ts";
import type { TraceEvent } from "../../model/trace.ts";
import { dryRunner } from "../scripts/dry.ts";
import { startTrace } from "../tracer.ts";
import { expectedBehaviors, type ExpectedBehavior } from "./expected-behavior.ts";
import type { SmokeSubject } from "./subject.ts";

/** One thing that an agent was made to do, and what came of it. */
export interface Step {
  readonly events: readonly TraceEvent[];
  /** What was put into the conversation. */
  readonly content: string;
  /** The files that were read whole while it was done, by what the skill's source was asked for. */
  readonly reads: readonly string[];
  /** Those that may have been, each once. */
  readonly mayRead: readonly string[];
}

/** An agent with the one skill, and everything that happened on it so far. */
export interface SmokeSession {
  readonly subject: SmokeSubject;
  readonly system: System;
  readonly expected: ExpectedBehavior;
  readonly agent: Agent;
  /** The skill as the agent announces it; absent where it has no such skill. */
  readonly entry: CatalogEntry | undefined;
  /** What the model is shown before anything is done. */
  readonly shown: string;
  readonly steps: readonly Step[];
  readonly trace: readonly TraceEvent[];
  /** The model says something. */
  reply(reply: ModelReply, mayRead: readonly string[]): Promise<Step>;
  /** The person says something. */
  say(words: string, mayRead: readonly string[]): Promise<Step>;
}

export interface SmokeSetup {
  readonly system: System;
  readonly subject: SmokeSubject;
  /** Where the skill stands, by its source or as another's; the first of its skills is the one tested. */
  readonly root: SkillRoot;
  readonly tokens: TokenCounter;
  /** In place of what the system documents; the controls of the test need it. */
  readonly expected?: ExpectedBehavior;
}

/** Opens an agent over the skill; nothing has been said yet. */
export async function openSmokeSession({
  system,
  subject,
  root,
  tokens,
  expected = expectedBehaviors[system.id],
}: SmokeSetup): Promise<SmokeSession> {
  const whole: string[] = [];
  const tracer = startTrace();
  const roots = [
    { ...root, skills: root.skills.map((skill) => ({ ...skill, source: logReads(skill.source, whole) })) },
  ];
  const world: AgentWorld = {
    roots,
    tracer,
    tokens,
    policy: { approval: "yes" },
    scripts: dryRunner([]),
    hostTools: [],
    settings: expected.settings,
  };
  const agent = await system.open(world);
  const steps: Step[] = [{ events: [...tracer.events], content: "", reads: [...whole], mayRead: [] }];
  const act = async (what: () => Promise<unknown>, mayRead: readonly string[]): Promise<Step> => {
    const before = { events: tracer.events.length, messages: agent.conversation.length, reads: whole.length };
    await what();
    const added = agent.conversation.slice(before.messages).filter(({ role }) => role !== "assistant");
    const step = {
      events: tracer.events.slice(before.events),
      content: added.map(({ content }) => content).join("\n"),
      reads: whole.slice(before.reads),
      mayRead,
    };
    steps.push(step);
    return step;
  };
  const { messages, tools } = agent.request();
  return {
    subject,
    system,
    expected,
    agent,
    entry: agent.catalog.find(({ path }) => path === root.skills[0]?.path),
    shown: [...messages.map(({ content }) => content), JSON.stringify(tools)].join("\n"),
    steps,
    trace: tracer.events,
    reply: (reply, mayRead) => act(() => (tracer.nextTurn(), agent.take(reply)), mayRead),
    say: (words, mayRead) => act(() => agent.say(words), mayRead),
  };
}

/** The same skill; which of its files are read whole is written down. */
function logReads(source: SkillSource, log: string[]): SkillSource {
  return {
    ...source,
    read: (file) => {
      log.push(file);
      return source.read(file);
    },
  };
}
