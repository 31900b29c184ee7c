import type {
  Agent,
  AgentWorld,
  CatalogEntry,
  ModelReply,
  ModelRequest,
  RootedSkill,
  Settings,
  SkillRoot,
} from "../../model/agent.ts";
import type { Listing, SkillSource } from "../../model/source.ts";
import type { TokenCounter } from "../../model/token-counter.ts";
import type { TraceEvent } from "../../model/trace.ts";
import { mergeSettings } from "../project-settings.ts";
import { dryRunner } from "../scripts/dry.ts";
import { startTrace } from "../tracer.ts";
import type { ExpectedBehavior, System } from "../system.ts";
import type { SmokeSubject } from "./subject.ts";

/** One action of an agent and its effects. */
export interface Step {
  readonly events: readonly TraceEvent[];
  /** Text that the action added to the conversation. */
  readonly content: string;
  /** Files that were read completely during the action, as recorded by the skill's source. */
  readonly reads: readonly string[];
  /** Files that the action may read, each once. */
  readonly mayRead: readonly string[];
}

/** An agent with one skill, and everything that has happened so far. */
export interface SmokeSession {
  readonly subject: SmokeSubject;
  readonly system: System;
  readonly expected: ExpectedBehavior;
  readonly agent: Agent;
  /** The skill in the agent's catalog; absent if the agent skipped the skill. */
  readonly entry: CatalogEntry | undefined;
  /** What the model receives before the first action. */
  readonly request: ModelRequest;
  readonly steps: readonly Step[];
  readonly trace: readonly TraceEvent[];
  /** Carries out a model's reply. */
  reply(reply: ModelReply, mayRead: readonly string[]): Promise<Step>;
  /** Sends a user's prompt. */
  say(words: string, mayRead: readonly string[]): Promise<Step>;
}

export interface SmokeSetup {
  readonly system: System;
  readonly subject: SmokeSubject;
  /** The root that contains the skill; the first of its skills is the one under test. */
  readonly root: SkillRoot;
  readonly tokens: TokenCounter;
  /** The settings of the project; those with which the documented behavior was described take precedence. */
  readonly settings?: Settings;
  /** Replaces the documented behavior of the system. */
  readonly expected?: ExpectedBehavior;
}

/** Opens an agent with the skill. No prompt is sent yet. */
export async function openSmokeSession({
  system,
  subject,
  root,
  tokens,
  settings = {},
  expected = system.expected,
}: SmokeSetup): Promise<SmokeSession> {
  const whole: string[] = [];
  const tracer = startTrace();
  const world: AgentWorld = {
    roots: [withLog(root, whole)],
    tracer,
    tokens,
    policy,
    scripts,
    hostTools: noTools,
    settings: mergeSettings(settings, expected.settings),
  };
  const agent = await system.open(world);
  const steps: Step[] = [{ events: tracer.events.slice(), content: "", reads: whole.slice(), mayRead: [] }];
  const act = async (what: () => Promise<unknown>, mayRead: readonly string[]): Promise<Step> => {
    const events = tracer.events.length;
    const messages = agent.conversation.length;
    const reads = whole.length;
    await what();
    const step = {
      events: tracer.events.slice(events),
      content: contentFrom(agent.conversation, messages),
      reads: whole.slice(reads),
      mayRead,
    };
    steps.push(step);
    return step;
  };
  return {
    subject,
    system,
    expected,
    agent,
    entry: agent.catalog.find(({ path }) => path === root.skills[0]?.path),
    request: agent.request(),
    steps,
    trace: tracer.events,
    reply: (reply, mayRead) => act(() => (tracer.nextTurn(), agent.take(reply)), mayRead),
    say: (words, mayRead) => act(() => agent.say(words), mayRead),
  };
}

const policy: AgentWorld["policy"] = { approval: "yes" };
const scripts = dryRunner([]);
const noTools: AgentWorld["hostTools"] = [];

/** The text that messages from an index on add for the model. */
function contentFrom(conversation: Agent["conversation"], first: number): string {
  const contents: string[] = [];
  for (let at = first; at < conversation.length; at++) {
    const { role, content } = conversation[at]!;
    if (role !== "assistant") contents.push(content);
  }
  return contents.join("\n");
}

/** The root with sources that log the files that are read completely. */
function withLog({ scope, path, skills, without, unread }: SkillRoot, log: string[]): SkillRoot {
  const logged = skills.map(
    ({ path, depth, source, sameAs }): RootedSkill => ({
      path,
      depth,
      source: new LoggedSource(source, log),
      ...(sameAs !== undefined && { sameAs }),
    }),
  );
  return { scope, path, skills: logged, without, unread };
}

class LoggedSource implements SkillSource {
  readonly name: string;
  readonly label: string;
  readonly #source: SkillSource;
  readonly #log: string[];

  constructor(source: SkillSource, log: string[]) {
    this.name = source.name;
    this.label = source.label;
    this.#source = source;
    this.#log = log;
  }

  list(): Listing {
    return this.#source.list();
  }

  read(file: string): Uint8Array {
    this.#log.push(file);
    return this.#source.read(file);
  }

  readHead(file: string, limit: number): Uint8Array {
    return this.#source.readHead(file, limit);
  }
}
