import { Command, CommanderError } from "commander";
import { clean } from "../report/width.ts";
import type { ExitCode, Io } from "./io.ts";

/** A command that writes to `io` and never ends the process. Options may stand anywhere before "--". */
export function createCommand(name: string, io: Io): Command {
  const command = new Command(name);
  return command
    .exitOverride()
    .showSuggestionAfterError()
    .helpOption("-h, --help", "show this help")
    .configureHelp({ helpWidth: Math.min(io.stdout.columns ?? 80, 100) })
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text, write) => write(`skills: ${sentence(text)}\n${name} --help lists its options${placing(text, command)}\n`),
    });
}

/** Fills the command from what the user typed; the exit code where that is all there was to do: help (0) or bad usage (2). */
export function parseArguments(command: Command, args: readonly string[]): ExitCode | undefined {
  try {
    command.parse(args, { from: "user" });
    return undefined;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : 2;
  }
}

/** What looks like an option may be a file's name, and what looks like several operands may be one of several words. */
function placing(text: string, { registeredArguments: [operand] }: Command): string {
  if (operand && text.startsWith("error: too many arguments")) return "; what has blanks in it stands in quotes";
  return operand?.variadic && text.startsWith("error: unknown option ") ? `; a ${operand.name()} that begins with "-" stands behind "--"` : "";
}

/** Commander's `error: unknown option '--x'` and its suggestion on a line of its own, in our style and fit for a terminal. */
function sentence(text: string): string {
  const [message = "", ...suggestion] = text.trim().split(/\n(?=\(Did you mean )/);
  const hint = suggestion.map((line) => line.replace(/^\(Did you mean (?:one of )?(.*)\?\)$/, "; did you mean $1?"));
  return clean(message.replace(/^error: /, "") + hint.join(""), 200);
}
