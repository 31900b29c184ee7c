import { SkillsError } from "../../core/errors.ts";
import { isObject } from "../../core/is-object.ts";
import { quote } from "../../core/show.ts";
import type { CatalogEntry, Message, Model, ModelReply, ModelRequest } from "../../model/agent.ts";
import {
  differenceOfMessages,
  differenceOfStarts,
  differenceOfTexts,
  type SessionStart,
} from "./differences.ts";
import { type Members, readReply } from "./read-reply.ts";

/**
 * Repeats the replies of an earlier session, from its JSON result or from the events of its trace. Throws a SkillsError
 * if the session was one of another agent, or if its prompts differ from those of `start`. If there is a result, each
 * request is compared with the recorded one too, and a difference ends the session. Use one instance per session.
 */
export function replay(recorded: unknown, start?: SessionStart): Model {
  const transcript = readTranscript(recorded);
  const other = start && differenceOfStarts(transcript.start, start);
  if (other !== undefined)
    throw new SkillsError("bad-usage", `the recording is of another session: ${other}`);
  let turn = 0;
  return {
    id: "replay",
    next: async (request, catalog) => {
      const reply = transcript.replies[turn++];
      const difference = reply
        ? differenceFrom(transcript, turn, request, catalog)
        : "the recording has no further reply";
      if (!reply || difference !== undefined)
        throw new SkillsError("bad-usage", `turn ${turn} differs from the recording: ${difference}`);
      return reply;
    },
  };
}

function differenceFrom(
  { conversation, catalog: announced }: Transcript,
  turn: number,
  { messages }: ModelRequest,
  catalog: readonly CatalogEntry[],
): string | undefined {
  const now = messages.filter(({ role }) => role !== "system");
  return (
    (announced && differenceOfCatalogs(announced, visible(catalog))) ??
    (conversation && differenceOfMessages(upToReply(conversation, turn), now))
  );
}

function differenceOfCatalogs(
  recorded: readonly RecordedSkill[],
  now: readonly RecordedSkill[],
): string | undefined {
  const was = visible(recorded);
  for (let index = 0; index < Math.max(was.length, now.length); index++) {
    const [before, after] = [was[index], now[index]];
    if (before?.name !== after?.name)
      return `skill ${index + 1} of the catalog is ${nameOf(after)} instead of ${nameOf(before)}`;
    if (before?.description !== after?.description)
      return `the description of ${nameOf(after)} ${differenceOfTexts(before?.description, after?.description)}`;
  }
  return undefined;
}

function nameOf(skill: RecordedSkill | undefined): string {
  return skill ? quote(skill.name) : "none";
}

function visible<Skill extends RecordedSkill>(catalog: readonly Skill[]): readonly Skill[] {
  return catalog.filter(({ hidden }) => !hidden);
}

/** The messages before the model's nth reply. */
function upToReply(conversation: readonly RecordedMessage[], turn: number): readonly RecordedMessage[] {
  const replies = conversation.flatMap(({ role }, index) => (role === "assistant" ? [index] : []));
  return conversation.slice(0, replies[turn - 1]);
}

/** The recorded replies, and the data that must be the same in the new session. */
interface Transcript {
  readonly start: Partial<SessionStart>;
  readonly replies: readonly ModelReply[];
  /** Without system messages, as a result contains only the last one. Absent if only the trace was recorded. */
  readonly conversation?: readonly RecordedMessage[];
  /** The recorded catalog; absent if only the trace was recorded. */
  readonly catalog?: readonly RecordedSkill[];
}

interface RecordedMessage {
  readonly role: Message["role"];
  /** Absent if a compaction may have changed the content. */
  readonly content?: string;
}

type RecordedSkill = Pick<CatalogEntry, "name" | "description" | "hidden">;

/**
 * Reads the JSON result of a session or the list of its events. Throws a SkillsError ("bad-usage") for
 * anything else.
 */
function readTranscript(recorded: unknown): Transcript {
  if (Array.isArray(recorded)) return { start: promptsIn(recorded), replies: readReplies(recorded) };
  if (!isObject(recorded) || !Array.isArray(recorded["trace"]))
    throw refuse("has no trace; use the result of a session, or only its trace");
  const events: readonly unknown[] = recorded["trace"];
  const { messages, catalog, system } = recorded;
  const compacted = events.some((event) => isObject(event) && event["kind"] === "compact");
  return {
    start: { ...promptsIn(events), ...(typeof system === "string" && { system }) },
    replies: readReplies(events),
    ...(Array.isArray(messages) && {
      conversation: readEach(messages, "message", (message) => readMessage(message, compacted)).filter(
        ({ role }) => role !== "system",
      ),
    }),
    ...(Array.isArray(catalog) && { catalog: readEach(catalog, "skill", readSkill) }),
  };
}

function promptsIn(events: readonly unknown[]): Pick<Partial<SessionStart>, "prompts"> {
  const prompts = events.flatMap((event) =>
    isObject(event) && event["kind"] === "prompt" && typeof event["text"] === "string" ? [event["text"]] : [],
  );
  return prompts.length === 0 ? {} : { prompts };
}

function readReplies(events: readonly unknown[]): readonly ModelReply[] {
  const replies = events.filter((event): event is Members => isObject(event) && event["kind"] === "reply");
  return replies.map(({ text, arguments: calls }, index) => {
    if (text === undefined && calls === undefined) return {};
    const reply = readReply({ ...(text !== undefined && { text }), ...(calls !== undefined && { calls }) });
    if ("objection" in reply) throw refuse(`has in turn ${index + 1} ${reply.objection}`);
    return reply;
  });
}

function readEach<Item>(
  items: readonly unknown[],
  named: string,
  read: (item: Members) => Item | undefined,
): readonly Item[] {
  return items.map((item, index) => {
    const known = isObject(item) ? read(item) : undefined;
    if (known === undefined)
      throw refuse(`has an invalid ${named} ${index + 1}; it must have the form of a session's result`);
    return known;
  });
}

const roles: readonly Message["role"][] = ["system", "user", "assistant", "tool"];

function readMessage({ role: written, content }: Members, compacted: boolean): RecordedMessage | undefined {
  const role = roles.find((known) => known === written);
  if (role === undefined || typeof content !== "string") return undefined;
  return compacted && role === "tool" ? { role } : { role, content };
}

function readSkill({ name, description, hidden }: Members): RecordedSkill | undefined {
  return typeof name === "string" && typeof description === "string" && typeof hidden === "boolean"
    ? { name, description, hidden }
    : undefined;
}

function refuse(what: string): SkillsError {
  return new SkillsError("bad-usage", `the transcript ${what}`);
}
