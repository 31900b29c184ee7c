import { SkillsError } from "../../core/errors.ts";
import { series } from "../../core/sentence.ts";
import { isObject } from "../../core/is-object.ts";
import { quote, show } from "../../core/show.ts";
import type { System } from "../system.ts";
import type { Model, ModelReply, ModelRequest } from "../../model/agent.ts";
import { limits } from "../../model/limits.ts";
import { type LineProgram, startLineProgram } from "./line-program.ts";
import { type Members, readReply } from "./read-reply.ts";
import { visiblePart } from "./recording.ts";

/**
 * A program of the user that acts as the model; README.md describes the protocol. It is started on the first request,
 * and never through a shell.
 */
export interface CommandPlan {
  /** The program, followed by its arguments. */
  readonly argv: readonly string[];
  readonly cwd: string;
  /** All environment variables of the program, which needs its keys to call a real model. */
  readonly environment: Readonly<Record<string, string>>;
  /** Timeout for one answer; default: two minutes, because real models are slow. */
  readonly seconds?: number;
}

const usualSeconds = 120;

export function command(
  { argv, cwd, environment, seconds = usualSeconds }: CommandPlan,
  system: Pick<System, "id" | "title">,
): Model {
  const [file, ...args] = argv;
  if (file === undefined) throw new SkillsError("bad-usage", "the model command is empty; pass a program");
  const named = argv.join(" ");
  let program: LineProgram | undefined;
  let greeted: Promise<LineProgram> | undefined;
  let turn = 0;
  const greet = async (): Promise<LineProgram> => {
    program = startLineProgram({ file, args, cwd, environment }, named, {
      milliseconds: seconds * 1000,
      lineBytes: limits.textBytes,
    });
    checkReadyLine(await program.ask(helloLine(system)), named);
    return program;
  };
  return {
    id: "command",
    next: async (request) => {
      const running = await (greeted ??= greet());
      return readReplyLine(await running.ask(requestLine(++turn, request)), named);
    },
    close: async () => program?.close(),
  };
}

/** Version of schemas/model-protocol.schema.json; increased for incompatible changes. */
const protocolVersion = 1;

/** The first line that the program receives. */
export function helloLine({ id, title }: Pick<System, "id" | "title">): string {
  return JSON.stringify({ type: "hello", protocol: protocolVersion, system: { id, title } });
}

/** The parts of a request that the model may see: not the text for the user, and not internal flags. */
export function requestLine(turn: number, { messages, tools }: ModelRequest): string {
  return JSON.stringify({
    type: "request",
    turn,
    messages: messages.map(visiblePart),
    tools,
  });
}

/**
 * Checks the answer to the first line; `named` is the program's name. Throws a SkillsError ("unreadable") if the line
 * is invalid, as the next function does.
 */
export function checkReadyLine(line: string, named: string): void {
  const { protocol, ...more } = readLine(line, "ready", named);
  if (protocol !== protocolVersion)
    throw refuse(
      named,
      `uses protocol version ${show(JSON.stringify(protocol) ?? "none", 40)}; only ${protocolVersion} is supported`,
    );
  const [other] = Object.keys(more);
  if (other !== undefined)
    throw refuse(named, `sent a "ready" line with an unknown key ${quote(other)}; send only "protocol"`);
}

export function readReplyLine(line: string, named: string): ModelReply {
  const reply = readReply(readLine(line, "reply", named));
  if ("objection" in reply) throw refuse(named, `sent ${reply.objection}`);
  return reply;
}

/** The members of a line with the given type. Instead, the program may always send a failure. */
function readLine(line: string, type: "ready" | "reply", named: string): Members {
  const members = parse(line);
  if (!members) throw refuse(named, `wrote ${quote(line, 80)}; each line must be one JSON object`);
  const { type: written, ...given } = members;
  const { message } = given;
  if (written === "failure")
    throw refuse(named, `failed: ${typeof message === "string" ? quote(message) : "no reason given"}`);
  if (written !== type)
    throw refuse(
      named,
      `wrote a line of type ${typeof written === "string" ? quote(written, 40) : "none"}; it must be ${series(
        [type, "failure"].map((word) => quote(word)),
        "or",
      )}`,
    );
  return given;
}

function parse(line: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function refuse(named: string, what: string): SkillsError {
  return new SkillsError("unreadable", `${quote(named)} ${what}`);
}
