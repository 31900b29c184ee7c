import type { CatalogEntry, Message, ModelReply } from "../../model/agent.ts";
import { SkillsError } from "../../core/errors.ts";
import { isMembers, readReply, type Members } from "./read-reply.ts";

/** What can be said of an earlier session again, and what must then be as it was. */
export interface Transcript {
  readonly replies: readonly ModelReply[];
  /** Without the system's own messages, of which a result has but the last; absent where there is only the trace. */
  readonly conversation?: readonly RecordedMessage[];
  /** What was announced; absent where there is only the trace. */
  readonly catalog?: readonly RecordedSkill[];
}

export interface RecordedMessage {
  readonly role: Message["role"];
  /** Absent where a compaction may have changed it since. */
  readonly content?: string;
}

export type RecordedSkill = Pick<CatalogEntry, "name" | "description" | "hidden">;

/** Reads what was recorded: the result of a session as JSON, or the list of its events. Throws a SkillsError ("bad-usage") for what is neither. */
export function readTranscript(recorded: unknown): Transcript {
  if (Array.isArray(recorded)) return { replies: readReplies(recorded) };
  if (!isMembers(recorded) || !Array.isArray(recorded["trace"]))
    throw refuse("holds no trace, expected the result of a session, or its trace alone");
  const events: readonly unknown[] = recorded["trace"];
  const { messages, catalog } = recorded;
  const compacted = events.some((event) => isMembers(event) && event["kind"] === "compact");
  return {
    replies: readReplies(events),
    ...(Array.isArray(messages) && {
      conversation: readEach(messages, "message", (message) => readMessage(message, compacted)).filter(
        ({ role }) => role !== "system",
      ),
    }),
    ...(Array.isArray(catalog) && { catalog: readEach(catalog, "skill", readSkill) }),
  };
}

function readReplies(events: readonly unknown[]): readonly ModelReply[] {
  const replies = events.filter((event): event is Members => isMembers(event) && event["kind"] === "reply");
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
    const known = isMembers(item) ? read(item) : undefined;
    if (known === undefined)
      throw refuse(
        `has as its ${named} ${index + 1} something else, expected one as a session's result has it`,
      );
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
