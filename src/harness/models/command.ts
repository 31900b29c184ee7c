import type { Model, System } from "../../model/agent.ts";
import { SkillsError } from "../../core/errors.ts";
import { limits } from "../../model/limits.ts";
import { startLineProgram, type LineProgram } from "../line-program.ts";
import { checkReadyLine, helloLine, readReplyLine, requestLine } from "./protocol.ts";

/** A program of the user's own that plays the model; README.md says how. It is started when it is first asked, and never by a shell. */
export interface CommandPlan {
  /** The program, then its arguments. */
  readonly argv: readonly string[];
  readonly cwd: string;
  /** All that it is given; a program that asks a real model needs its keys. */
  readonly environment: Readonly<Record<string, string>>;
  /** How long one answer may take; two minutes where absent, as real models think. */
  readonly seconds?: number;
}

const usualSeconds = 120;

export function command(
  { argv, cwd, environment, seconds = usualSeconds }: CommandPlan,
  system: Pick<System, "id" | "title">,
): Model {
  const [file, ...args] = argv;
  if (file === undefined)
    throw new SkillsError(
      "bad-usage",
      "the command of the model is empty, expected a program and its arguments",
    );
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
