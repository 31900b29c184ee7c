import { commandGroups, type CommandGroup } from "./command-list.ts";

/** What `skills --help` prints. */
export const programHelp = `skills: the toolchain for authors of Agent Skills (skillwright)

Usage: skills [COMMAND]; without one it is "check", with the options of check;
without a PATH a command looks below the working directory

${commandGroups.map(drawGroup).join("\n")}
  help COMMAND        the options of a command, with examples

Examples:
  skills check my-skill
  skills lint --fix my-skill
  skills validate --target claude-api,skills-ref my-skill
  skills pack --target claude-ai my-skill
  skills explain name-format

Options:
  -V, --version  which program this is, and its version
  -h, --help     show this help

Exit codes:
  0  nothing to report, or warnings and notes only
  1  problems found
  2  it could not be done: bad usage, or nothing there to read
`;

function drawGroup({ title, commands }: CommandGroup): string {
  return `${title}:\n${commands.map(({ name, operands, about }) => `  ${`${name} ${operands}`.trimEnd().padEnd(20)}${about}\n`).join("")}`;
}
