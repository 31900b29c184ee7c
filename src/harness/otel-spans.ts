import { createHash } from "node:crypto";
import { isObject } from "../core/is-object.ts";
import { version } from "../generated/version.ts";
import type { Message, ModelReply, ModelRequest, SystemId } from "../model/agent.ts";
import type { ExpectationResult } from "../model/scenario.ts";
import type { TraceEvent, TraceKind } from "../model/trace.ts";

/** A finished session, with what its spans are made of. */
export interface SpannedSession {
  /** The name of the test; several sessions may have the same. */
  readonly name: string;
  readonly system: SystemId;
  /** The model, such as "scripted". */
  readonly model: string;
  readonly trace: readonly TraceEvent[];
  /** The requests to the model, one for each turn. */
  readonly requests: readonly ModelRequest[];
  /** The messages after the last turn. */
  readonly messages: readonly Message[];
  readonly verdicts: readonly ExpectationResult[];
}

/** The traces of OTLP in JSON, as in open-telemetry/opentelemetry-proto trace.proto. */
export interface OtlpTraces {
  readonly resourceSpans: readonly [
    {
      readonly resource: { readonly attributes: readonly Attribute[] };
      readonly scopeSpans: readonly [{ readonly scope: object; readonly spans: readonly Span[] }];
    },
  ];
}

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: (typeof kinds)[keyof typeof kinds];
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly events?: readonly SpanEvent[];
  readonly status: { readonly code?: 2; readonly message?: string };
}

interface SpanEvent {
  readonly timeUnixNano: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue: string } | { readonly intValue: string };
}

const kinds = { internal: 1, client: 3 } as const;

/**
 * The sessions as spans by the GenAI conventions of OpenTelemetry (open-telemetry/semantic-conventions-genai
 * docs/gen-ai/gen-ai-agent-spans.md@002c8a6e): each is a trace of its own, one `invoke_agent` with a `chat` for each
 * turn and an `execute_tool` for each call. There is no clock: an event takes a millisecond, and ids are hashes.
 */
export function toSpans(sessions: readonly SpannedSession[]): OtlpTraces {
  const seen = new Map<string, number>();
  const spans = sessions.flatMap((session) => {
    const number = (seen.get(session.name) ?? 0) + 1;
    seen.set(session.name, number);
    return spansOf(session, hash(`${session.name}\n${number}`, 32));
  });
  const resource = { attributes: attributes({ "service.name": service, "service.version": version }) };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: service, version }, spans }] }] };
}

const service = "skillwright";

/** Start of each session, 2000-01-01 in nanoseconds: viewers take 0 for an unknown time. */
const begin = 946_684_800_000_000_000n;

function timeOf(step: number): string {
  return String(begin + BigInt(step) * 1_000_000n);
}

function hash(text: string, digits: number): string {
  return createHash("sha256").update(text).digest("hex").slice(0, digits);
}

function attributes(values: Readonly<Record<string, string | number | undefined>>): readonly Attribute[] {
  return Object.entries(values).flatMap(([key, value]) => {
    if (value === undefined) return [];
    const isText = typeof value === "string";
    return [{ key, value: isText ? { stringValue: value.toWellFormed() } : { intValue: String(value) } }];
  });
}

function spansOf(session: SpannedSession, traceId: string): readonly Span[] {
  const { trace, system, requests } = session;
  const root = hash(`${traceId} session`, 16);
  const inner = trace
    .flatMap((event) => toSpan(event, session))
    .map(({ step, ...span }) => ({
      traceId,
      spanId: hash(`${traceId} ${step}`, 16),
      parentSpanId: root,
      ...span,
      startTimeUnixNano: timeOf(step),
      endTimeUnixNano: timeOf(step + 1),
    }));
  const isInner = (event: TraceEvent): boolean => toSpan(event, session).length > 0;
  const failure = failureOf(session);
  const whole: Span = {
    traceId,
    spanId: root,
    name: `invoke_agent ${system}`,
    kind: kinds.internal,
    startTimeUnixNano: timeOf(0),
    endTimeUnixNano: timeOf(trace.length),
    attributes: attributes({
      "gen_ai.operation.name": "invoke_agent",
      ...about(session),
      "gen_ai.conversation.id": traceId,
      "gen_ai.input.messages": messagesOf(requests[0]?.messages.filter(({ role }) => role === "user") ?? []),
      "gen_ai.output.messages": answerOf(trace),
      "skillwright.test.name": session.name,
      "error.type": failure === undefined ? undefined : "failed",
    }),
    events: [
      ...trace.filter((event) => !isInner(event) && event.kind !== "reply").map(toEvent),
      ...session.verdicts.map((verdict) => toEvaluation(verdict, trace.length)),
    ],
    status: statusOf(failure),
  };
  return [whole, ...inner];
}

function about({ system, model }: SpannedSession): Readonly<Record<string, string>> {
  return { "gen_ai.provider.name": service, "gen_ai.agent.name": system, "gen_ai.request.model": model };
}

function statusOf(failure: string | undefined): Span["status"] {
  return failure === undefined ? {} : { code: 2, message: failure.toWellFormed() };
}

/** Why a session did not end with an answer, or what was not met. */
function failureOf({ trace, verdicts }: SpannedSession): string | undefined {
  const missed = verdicts.find(({ outcome }) => outcome === "fail");
  return missed ? `not met: ${missed.expected}` : trace.findLast(({ kind }) => kind === "stop")?.text;
}

type PlainSpan = Pick<Span, "name" | "kind" | "attributes" | "status"> & { readonly step: number };

/** The events that are answers to a call of the model. */
const calls: ReadonlySet<TraceKind> = new Set([
  "activate",
  "again",
  "resource",
  "list",
  "write",
  "script",
  "tool",
  "refuse",
]);

/** None for an event that is no operation of its own. */
function toSpan(event: TraceEvent, session: SpannedSession): readonly PlainSpan[] {
  if (event.kind === "reply") return [toChat(event, session)];
  return isCall(event) ? [toToolSpan(event, answerTo(event, session))] : [];
}

type CallEvent = TraceEvent & { readonly tool: string };

function isCall(event: TraceEvent): event is CallEvent {
  return event.tool !== undefined && !event.part && calls.has(event.kind);
}

/** The message that answers a call; undefined if the answers of a turn are one message for several calls. */
function answerTo(event: CallEvent, { trace, requests, messages }: SpannedSession): Message | undefined {
  const after = requests[event.turn]?.messages ?? messages;
  const reply = after.findLastIndex(({ role }) => role === "assistant");
  const answers = after.slice(reply + 1).filter(({ role }) => role === "tool");
  const asked = trace.filter((other) => other.turn === event.turn && isCall(other));
  return answers.length === asked.length ? answers[asked.indexOf(event)] : undefined;
}

function toChat({ step, turn, text, arguments: called }: TraceEvent, session: SpannedSession): PlainSpan {
  const { messages = [], tools = [] } = session.requests[turn - 1] ?? {};
  const system = messages.filter(({ role }) => role === "system").map(({ content }) => textPart(content));
  const reply = { ...(text !== undefined && { text }), calls: callsIn(called) };
  return {
    step,
    name: `chat ${session.model}`,
    kind: kinds.client,
    attributes: attributes({
      "gen_ai.operation.name": "chat",
      ...about(session),
      "gen_ai.system_instructions": system.length > 0 ? JSON.stringify(system) : undefined,
      "gen_ai.input.messages": messagesOf(messages.filter(({ role }) => role !== "system")),
      "gen_ai.output.messages": JSON.stringify([
        {
          role: "assistant",
          parts: partsOf(reply),
          finish_reason: reply.calls.length > 0 ? "tool_call" : "stop",
        },
      ]),
      "gen_ai.tool.definitions":
        tools.length > 0
          ? JSON.stringify(tools.map(({ name, description }) => ({ type: "function", name, description })))
          : undefined,
    }),
    status: {},
  };
}

function toToolSpan(event: CallEvent, answer: Message | undefined): PlainSpan {
  const { step, kind, tool, skill, file, arguments: given, exitCode, tokens, text } = event;
  const refused = kind === "refuse";
  return {
    step,
    name: `execute_tool ${tool}`,
    kind: kinds.internal,
    attributes: attributes({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": tool,
      "gen_ai.tool.type": "function",
      "gen_ai.tool.call.id": answer?.callId,
      "gen_ai.tool.call.arguments": given === undefined ? undefined : JSON.stringify(given),
      "gen_ai.tool.call.result": answer?.content,
      "gen_ai.skill.name": skill,
      "gen_ai.skill.resource.name": file,
      "process.exit.code": exitCode,
      "skillwright.event": kind,
      "skillwright.text": refused ? undefined : text,
      "skillwright.tokens": tokens,
      "error.type": refused ? "refused" : undefined,
    }),
    status: refused ? statusOf(text ?? "") : {},
  };
}

/** What happened besides, such as the user's approval. */
function toEvent({ step, kind, skill, file, tokens, text }: TraceEvent): SpanEvent {
  return {
    timeUnixNano: timeOf(step),
    name: `skillwright.${kind}`,
    attributes: attributes({
      "gen_ai.skill.name": skill,
      "gen_ai.skill.resource.name": file,
      "skillwright.text": text,
      "skillwright.tokens": tokens,
    }),
  };
}

function toEvaluation({ expected, outcome, reason }: ExpectationResult, step: number): SpanEvent {
  return {
    timeUnixNano: timeOf(step),
    name: "gen_ai.evaluation.result",
    attributes: attributes({
      "gen_ai.evaluation.name": expected,
      "gen_ai.evaluation.score.label": outcome,
      "gen_ai.evaluation.explanation": reason,
    }),
  };
}

function answerOf(trace: readonly TraceEvent[]): string | undefined {
  const answer = trace.findLast(({ kind }) => kind === "answer")?.text;
  return answer === undefined
    ? undefined
    : JSON.stringify([{ role: "assistant", parts: [textPart(answer)], finish_reason: "stop" }]);
}

function messagesOf(messages: readonly Message[]): string | undefined {
  if (messages.length === 0) return undefined;
  return JSON.stringify(
    messages.map(({ role, content, calls: called, callId }) => ({
      role,
      parts:
        role === "tool"
          ? [{ type: "tool_call_response", ...(callId !== undefined && { id: callId }), response: content }]
          : partsOf({ text: content, calls: called ?? [] }),
    })),
  );
}

function partsOf({ text = "", calls: called = [] }: ModelReply): readonly object[] {
  return [
    ...(text === "" ? [] : [textPart(text)]),
    ...called.map((call) => ({ type: "tool_call", ...call })),
  ];
}

function textPart(content: string): object {
  return { type: "text", content };
}

/** The calls in the event of a reply. */
function callsIn(value: unknown): NonNullable<ModelReply["calls"]> {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (call): call is NonNullable<ModelReply["calls"]>[number] =>
      isObject(call) && typeof call["name"] === "string" && isObject(call["arguments"]),
  );
}
