import type { System } from "../../src/harness/system.ts";
import type {
  AgentWorld,
  Budget,
  Message,
  Model,
  ModelReply,
  ModelRequest,
  Scope,
  ScriptRunner,
  SessionResult,
  SkillRoot,
} from "../../src/model/agent.ts";
import { estimateTokens } from "../../src/core/estimate-tokens.ts";
import type { TraceEvent } from "../../src/model/trace.ts";
import { runSession } from "../../src/harness/session.ts";
import { startTrace } from "../../src/harness/tracer.ts";
import { openMemory } from "../../src/model/memory-source.ts";
import type { SkillSource } from "../../src/model/source.ts";

type Files = Parameters<typeof openMemory>[1];

/** A root in memory: skills by path, each given as a SKILL.md or as all its files. */
export function rootOf(
  path: string,
  skills: Readonly<Record<string, string | Files>>,
  more: {
    readonly scope?: Scope;
    readonly without?: readonly string[];
    readonly wrap?: (source: SkillSource) => SkillSource;
  } = {},
): SkillRoot {
  const {
    scope = path.startsWith("/home/") ? "user" : "project",
    without = [],
    wrap = (source) => source,
  } = more;
  return {
    scope,
    path,
    without: without.map((name) => `${path}/${name}`),
    unread: [],
    skills: Object.entries(skills).map(([inner, files]) => ({
      path: `${path}/${inner}`,
      depth: inner.split("/").length - 1,
      source: wrap(
        openMemory(
          inner.split("/").at(-1)!,
          typeof files === "string" ? { "SKILL.md": files } : files,
          `${path}/${inner}`,
        ),
      ),
    })),
  };
}

/** A world with these roots, in which everything is approved and scripts print their own names. */
export function worldOf(roots: readonly SkillRoot[], given: Partial<AgentWorld> = {}): AgentWorld {
  return {
    roots,
    tracer: startTrace(),
    tokens: { name: "estimate", count: estimateTokens },
    policy: { approval: "yes" },
    scripts: echoScripts,
    hostTools: [],
    settings: {},
    ...given,
  };
}

export const echoScripts: ScriptRunner = {
  run: async ({ file, args }) => ({
    mode: "dry",
    outcome: "answered",
    stdout: [file, ...args].join(" "),
    stderr: "",
    truncated: [],
    notes: [],
  }),
};

/** A model that gives these replies in turn, then "done"; `seen` records the requests. */
export function sayInTurn(
  ...replies: readonly ModelReply[]
): Model & { readonly seen: readonly ModelRequest[] } {
  const seen: ModelRequest[] = [];
  return {
    id: "scripted",
    seen,
    next: async (request) => {
      seen.push(request);
      return replies[seen.length - 1] ?? { text: "done" };
    },
  };
}

/** A reply that calls one tool. */
export function call(name: string, args: Readonly<Record<string, unknown>> = {}): ModelReply {
  return { calls: [{ name, arguments: args }] };
}

export interface Play {
  readonly prompt?: string;
  readonly followUps?: readonly string[];
  readonly replies?: readonly ModelReply[];
  readonly budget?: Partial<Budget>;
  readonly world?: Partial<AgentWorld>;
}

/** One session of a system, in memory. */
export function play(
  system: System,
  roots: readonly SkillRoot[],
  { prompt = "Do it.", followUps = [], replies = [], budget, world }: Play = {},
): Promise<SessionResult> {
  return runSession({
    system,
    model: sayInTurn(...replies),
    world: worldOf(roots, world),
    prompt,
    followUps,
    budget: { turns: 20, toolCalls: 50, scriptRuns: 10, ...budget },
  });
}

/** The trace as lines: "activate pdf SKILL.md [0, 60)". */
export function traceLines(
  trace: readonly TraceEvent[],
  ...kinds: readonly TraceEvent["kind"][]
): readonly string[] {
  const kept = trace.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
  return kept.map(({ kind, skill, file, bytes, text }) =>
    [
      kind,
      skill,
      file,
      bytes && `[${bytes.join(", ")})`,
      kind === "reply" || kind === "prompt" ? undefined : text,
    ]
      .filter((part) => part !== undefined)
      .join(" "),
  );
}

/** The last message to the model from a tool or the user. */
export function lastWords(
  { messages }: Pick<SessionResult, "messages">,
  role: Message["role"] = "tool",
): string {
  return messages.findLast((message) => message.role === role)?.content ?? "";
}
