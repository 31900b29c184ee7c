import type { ModelReply, ModelRequest, System } from "../../model/agent.ts";
import { SkillsError } from "../../core/errors.ts";
import { series } from "../../core/sentence.ts";
import { quote, show } from "../../core/show.ts";
import { isMembers, readReply, type Members } from "./read-reply.ts";

/** Of schemas/model-protocol.schema.json; another number stands for lines that this one would not understand. */
const protocolVersion = 1;

/** The first line. */
export function helloLine({ id, title }: Pick<System, "id" | "title">): string {
  return JSON.stringify({ type: "hello", protocol: protocolVersion, system: { id, title } });
}

/** What the model may know of a request: the person's part of an answer and our own marks are not among it. */
export function requestLine(turn: number, { messages, tools }: ModelRequest): string {
  return JSON.stringify({
    type: "request",
    turn,
    messages: messages.map(({ role, content, calls, callId }) => ({
      role,
      content,
      ...(calls && { calls }),
      ...(callId !== undefined && { callId }),
    })),
    tools,
  });
}

/** The answer to the first line. Throws a SkillsError ("unreadable"), as the next does, for a line that is not what was expected; `named` is what the program is called. */
export function checkReadyLine(line: string, named: string): void {
  const { protocol, ...more } = readLine(line, "ready", named);
  if (protocol !== protocolVersion)
    throw refuse(
      named,
      `speaks protocol ${show(JSON.stringify(protocol) ?? "none", 40)}, expected ${protocolVersion}`,
    );
  const [other] = Object.keys(more);
  if (other !== undefined)
    throw refuse(named, `gave its "ready" a ${quote(other)}, expected "protocol" alone`);
}

export function readReplyLine(line: string, named: string): ModelReply {
  const reply = readReply(readLine(line, "reply", named));
  if ("objection" in reply) throw refuse(named, `gave ${reply.objection}`);
  return reply;
}

/** The members of a line of one type, which the program can always put off by a failure. */
function readLine(line: string, type: "ready" | "reply", named: string): Members {
  const members = parse(line);
  if (!members) throw refuse(named, `wrote ${quote(line, 80)}, expected one JSON object in a line`);
  const { type: written, ...given } = members;
  const { message } = given;
  if (written === "failure")
    throw refuse(
      named,
      `cannot go on: ${typeof message === "string" ? quote(message) : "it does not say why"}`,
    );
  if (written !== type)
    throw refuse(
      named,
      `wrote a line of type ${typeof written === "string" ? quote(written, 40) : "none"}, expected ${series(
        [type, "failure"].map((word) => quote(word)),
        "or",
      )}`,
    );
  return given;
}

function parse(line: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isMembers(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function refuse(named: string, what: string): SkillsError {
  return new SkillsError("unreadable", `${quote(named)} ${what}`);
}
