import { version } from "../generated/version.ts";
import { commands } from "./command-list.ts";
import type { ExitCode, Io } from "./io.ts";
import { nameTyped } from "./program-name.ts";

/** The program `skills`: finds the command and passes it the other arguments. */
export async function skills(args: readonly string[], io: Io): Promise<ExitCode> {
  const [word, ...rest] = args;
  if (word === "help" && rest[0] !== undefined && !/^(?:help$|-)/.test(rest[0]))
    return runCommand(rest[0], ["--help"], io);
  if (word === "-V" || word === "--version") {
    const name = nameTyped(io.startedAs);
    return print(
      io,
      name === "skills"
        ? `skills ${version} (skillwright, a toolchain for Agent Skills; not vercel's installer)\n`
        : `skillwright ${version} (a toolchain for Agent Skills)\n`,
    );
  }
  if (word === "-h" || word === "--help" || word === "help") return print(io, await helpText(io));
  if (word === "__complete") return (await import("./completions/complete.ts")).printCompletion(rest, io);
  return (await isCheck(args)) ? runCommand("check", args, io) : runCommand(word ?? "", rest, io);
}

/** Without a command, the arguments are options of "check". */
async function isCheck(args: readonly string[]): Promise<boolean> {
  const [word] = args;
  return word === undefined || (word.startsWith("-") && !(await import("./unknown-command.ts")).isSlip(args));
}

async function runCommand(word: string, args: readonly string[], io: Io): Promise<ExitCode> {
  const command = commands.find(({ name }) => name === word);
  if (!command) throw (await import("./unknown-command.ts")).unknownCommand([word, ...args], io);
  const { run } = await command.load();
  return run(args, io);
}

async function helpText(io: Io): Promise<string> {
  return (await import("./program-help.ts")).programHelp(io);
}

function print(io: Io, text: string): ExitCode {
  io.stdout.write(text);
  return 0;
}
