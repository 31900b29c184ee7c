import type { Command } from "commander";
import { choose } from "../../model/choose.ts";
import { bashScript, fishScript, zshScript } from "../completions/shells.ts";
import type { ExitCode, Io } from "../io.ts";
import { createCommand, parseArguments } from "../program.ts";

const shells = ["bash", "fish", "zsh"] as const;

const scripts: Readonly<Record<(typeof shells)[number], string>> = {
  bash: bashScript,
  fish: fishScript,
  zsh: zshScript,
};

const notes = `
What is completed:
  Commands, options and their values, rule ids, files, directories and names of
  installed skills, for skills, skillwright and skills-ref, but not after npx.
  The script asks "skillwright", which must be in PATH, so an update needs no
  new script.

Installation:
  bash  skills completions bash > ~/.skills.bash
        and in ~/.bashrc the line: source ~/.skills.bash
  zsh   skills completions zsh > DIR/_skills, for a DIR in $fpath
  fish  skills completions fish > ~/.config/fish/conf.d/skills.fish

Examples:
  skills completions bash > ~/.skills.bash
  skills completions zsh > "\${fpath[1]}/_skills"
  skills completions fish | source    for this shell only

Exit codes:
  0  printed
  2  usage error
`;

export function define(io: Io): Command {
  const command = createCommand("skills completions", io).description("Print a shell completion script.");
  const shell = command.createArgument("<SHELL>", "bash, fish or zsh");
  shell.argChoices = [...shells];
  return command.addArgument(shell).addHelpText("after", notes);
}

/** `skills completions`: prints the script on standard output. */
export function run(args: readonly string[], io: Io): ExitCode {
  const command = define(io);
  const ended = parseArguments(command, args);
  if (ended !== undefined) return ended;
  const shell = choose("shell", command.args[0] ?? "", shells);
  io.stdout.write(scripts[shell]);
  return 0;
}
