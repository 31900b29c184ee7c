import { SkillsError } from "../../core/errors.ts";
import { onceForEach } from "../../core/once.ts";
import { count } from "../../core/sentence.ts";
import { isObject } from "../../core/is-object.ts";
import { quote } from "../../core/show.ts";
import { namesSchema, schemaId } from "../../model/address.ts";
import type { Message, Model, ModelReply, ModelRequest, SystemId, ToolSpec } from "../../model/agent.ts";
import { differenceOfMessages, differenceOfStarts, differenceOfTexts } from "./differences.ts";
import { isDeeper, type Members, readReply } from "./read-reply.ts";

/** The sessions of a model, for replay without it. schemas/model-recording.schema.json describes the file. */
export interface Recording {
  readonly $schema: string;
  readonly version: 1;
  readonly sessions: readonly RecordedSession[];
}

/** What identifies a session in a recording. */
export interface SessionKey {
  /** The name of the test; absent for a session of `skills run`. */
  readonly test?: string;
  /** The number of the case in an eval file, from 1. */
  readonly case?: number;
  /** From 1. */
  readonly repeat: number;
  readonly system: SystemId;
  readonly prompts: readonly string[];
}

export interface RecordedSession extends Omit<SessionKey, "system"> {
  readonly system: string;
  readonly turns: readonly RecordedTurn[];
}

/** A request and its reply. What is equal in the turn before is left out. */
interface RecordedTurn {
  readonly system?: string;
  readonly tools?: readonly unknown[];
  /** Number of messages, without the system prompt, that are those of the turn before. */
  readonly kept: number;
  /** The other messages. */
  readonly messages: readonly unknown[];
  readonly reply: ModelReply;
}

/** Wraps a model so that its session is recorded. */
export function recordSession(
  model: Model,
  key: SessionKey,
): { readonly model: Model; session(): RecordedSession } {
  const turns: RecordedTurn[] = [];
  let before: Sent = { system: "", tools: [], messages: [] };
  return {
    model: {
      ...model,
      next: async (request, catalog) => {
        const now = sentIn(request);
        const reply = await model.next(request, catalog);
        turns.push({ ...changesOf(before, now), reply });
        before = now;
        return reply;
      },
    },
    session: () => ({ ...key, turns }),
  };
}

/** The sessions in a fixed order, whatever the order in which they were played. */
export function toRecording(sessions: readonly RecordedSession[]): Recording {
  const orderOf = ({ test = "", case: number = 0, repeat }: RecordedSession): string =>
    JSON.stringify([test, String(number).padStart(9, "0"), String(repeat).padStart(9, "0")]);
  const sorted = sessions
    .map((session) => ({ session, order: orderOf(session) }))
    .toSorted((a, b) => (a.order < b.order ? -1 : 1));
  return { $schema: schemaId("model-recording"), version: 1, sessions: sorted.map(({ session }) => session) };
}

export function isRecording(value: unknown): value is Members {
  return isObject(value) && namesSchema(value["$schema"], "model-recording");
}

/** The most often that a test was repeated. */
export function repeatsIn({ sessions }: Recording): number {
  return sessions.reduce((most, { repeat }) => Math.max(most, repeat), 1);
}

/**
 * Repeats the replies of a recorded session. Its agent and its prompts are compared at once, and each request as a
 * whole before its reply: messages, system prompt and tools. Throws a SkillsError for a difference.
 */
export function replayRecorded(recording: Recording, key: SessionKey): Model {
  const session = findSession(recording, key);
  let turn = 0;
  let sent: Sent = { system: "", tools: [], messages: [] };
  return {
    id: "replay",
    next: async (request) => {
      const recorded = session.turns[turn++];
      sent = recorded ? applyChanges(sent, recorded) : sent;
      const difference = recorded
        ? differenceOf(sent, sentIn(request))
        : "the recording has no further reply";
      if (!recorded || difference !== undefined)
        throw new SkillsError("bad-usage", `turn ${turn} differs from the recording: ${difference}`);
      return recorded.reply;
    },
  };
}

function findSession({ sessions }: Recording, key: SessionKey): RecordedSession {
  const { test, case: number, repeat } = key;
  const sameTest = sessions.filter((session) => session.test === test && session.case === number);
  const found =
    test === undefined
      ? (sameTest.find((session) => differenceOfStarts(session, key) === undefined) ?? sameTest[0])
      : sameTest.find((session) => session.repeat === repeat);
  if (!found)
    throw new SkillsError(
      "bad-usage",
      sameTest.length === 0
        ? "the recording has no session of this test; record it again"
        : `the recording has only ${count(sameTest.length, "session")} of this test; record more, or lower --repeat`,
    );
  const difference = differenceOfStarts(found, key);
  if (difference === undefined) return found;
  throw new SkillsError("bad-usage", `the recording is of another session: ${difference}`);
}

/** A request as the model sees it; its items are compared as JSON. */
interface Sent {
  readonly system: string;
  readonly tools: readonly unknown[];
  readonly messages: readonly unknown[];
}

function sentIn({ messages, tools }: ModelRequest): Sent {
  return {
    system: messages
      .filter(({ role }) => role === "system")
      .map(({ content }) => content)
      .join("\n"),
    tools,
    messages: messages.filter(({ role }) => role !== "system").map(visiblePart),
  };
}

/** The parts of a message that the model may see: not the text for the user, and not internal flags. */
export function visiblePart({
  role,
  content,
  calls,
  callId,
}: Message): Pick<Message, "role" | "content" | "calls" | "callId"> {
  return { role, content, ...(calls && { calls }), ...(callId !== undefined && { callId }) };
}

function changesOf(before: Sent, now: Sent): Omit<RecordedTurn, "reply"> {
  const first = now.messages.findIndex((message, at) => !isSame(message, before.messages[at]));
  const kept = first === -1 ? now.messages.length : first;
  return {
    ...(now.system !== before.system && { system: now.system }),
    ...(!isSame(now.tools, before.tools) && { tools: now.tools }),
    kept,
    messages: now.messages.slice(kept),
  };
}

function applyChanges(before: Sent, { system, tools, kept, messages }: RecordedTurn): Sent {
  return {
    system: system ?? before.system,
    tools: tools ?? before.tools,
    messages: [...before.messages.slice(0, kept), ...messages],
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function differenceOf(recorded: Sent, now: Sent): string | undefined {
  if (recorded.system !== now.system)
    return `the system prompt ${differenceOfTexts(recorded.system, now.system)}`;
  if (!isSame(recorded.tools, now.tools)) return differenceOfTools(recorded.tools, now.tools);
  if (isSame(recorded.messages, now.messages)) return undefined;
  return (
    differenceOfMessages(recorded.messages.map(comparedPart), now.messages.map(comparedPart)) ??
    "the calls in the conversation differ"
  );
}

function comparedPart(message: unknown): { readonly role: string; readonly content: string } {
  const { role, content } = isObject(message) ? message : {};
  return { role: String(role), content: String(content) };
}

function differenceOfTools(recorded: readonly unknown[], now: readonly unknown[]): string {
  const at = Array.from({ length: Math.max(recorded.length, now.length) }, (_, index) => index).find(
    (index) => !isSame(recorded[index], now[index]),
  );
  const [before, after] = [recorded, now].map((tools) => nameOfTool(tools[at ?? 0]));
  return before === after
    ? `the tool ${after} has another description or other parameters`
    : `tool ${(at ?? 0) + 1} is ${after} instead of ${before}`;
}

function nameOfTool(tool: unknown): string {
  const name: Partial<Pick<ToolSpec, "name">> | Members = isObject(tool) ? tool : {};
  return typeof name.name === "string" ? quote(name.name) : "none";
}

/** Reads a recording, once for all its sessions. Throws a SkillsError ("bad-usage") if it does not have that form. */
export const readRecording = onceForEach(({ version, sessions }: Members): Recording => {
  if (version !== 1) throw refuse("has an unknown version; only 1 is supported");
  if (!Array.isArray(sessions)) throw refuse('has no "sessions"');
  return {
    $schema: schemaId("model-recording"),
    version: 1,
    sessions: sessions.map((session, index) => readSession(session, index + 1)),
  };
});

/** Greater than the depth of any message or tool. It is limited because comparing them is recursive. */
const deepest = 100;

function readSession(session: unknown, number: number): RecordedSession {
  const { test, case: at, repeat, system, prompts, turns } = isObject(session) ? session : {};
  if (
    (test !== undefined && typeof test !== "string") ||
    (at !== undefined && typeof at !== "number") ||
    typeof repeat !== "number" ||
    typeof system !== "string" ||
    !isTexts(prompts) ||
    !Array.isArray(turns)
  )
    throw refuse(`has an invalid session ${number}`);
  return {
    ...(test !== undefined && { test }),
    ...(at !== undefined && { case: at }),
    repeat,
    system,
    prompts,
    turns: turns.map((turn, index) => readTurn(turn, `turn ${index + 1} of session ${number}`)),
  };
}

function readTurn(turn: unknown, named: string): RecordedTurn {
  const { system, tools, kept, messages, reply } = isObject(turn) ? turn : {};
  if (
    (system !== undefined && typeof system !== "string") ||
    (tools !== undefined && !Array.isArray(tools)) ||
    typeof kept !== "number" ||
    !Array.isArray(messages) ||
    isDeeper([tools, messages], deepest)
  )
    throw refuse(`has an invalid ${named}`);
  const read = isObject(reply) ? readReply(reply) : { objection: "no reply" };
  if ("objection" in read) throw refuse(`has in ${named} ${read.objection}`);
  return {
    ...(system !== undefined && { system }),
    ...(tools !== undefined && { tools }),
    kept,
    messages,
    reply: read,
  };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function refuse(what: string): SkillsError {
  return new SkillsError("bad-usage", `the recording ${what}`, { hint: "record it again with --record" });
}
