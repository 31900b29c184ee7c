import type { Io } from "./io.ts";
import { wantsColor } from "./options/color.ts";
import { styleHelp } from "./help-style.ts";
import { commandGroups, type CommandGroup } from "./command-list.ts";
import { helpAsTyped, nameTyped } from "./program-name.ts";

/** The output of `skills --help`. */
export function programHelp(io: Io): string {
  const help = helpAsTyped(`${title(io)}\n\n${text}`, io);
  return wantsColor(io, undefined) ? styleHelp(help) : help;
}

function title({ startedAs }: Io): string {
  const name = nameTyped(startedAs);
  return `${name}: check, test, pack and install Agent Skills${name === "skills" ? " (skillwright)" : ""}`;
}

/** Width of the commands with their operands: the longest, and a gap. */
const column =
  2 +
  Math.max(
    ...commandGroups.flatMap(({ commands }) =>
      commands.map(({ name, operands }) => `${name} ${operands}`.trimEnd().length),
    ),
  );

const text = `Usage: skills COMMAND [OPTIONS] [ARGUMENT...]

Without a command, it checks the working directory, as "skills check" does.

${commandGroups.map(drawGroup).join("\n")}
  ${"help COMMAND".padEnd(column)}show the options of a command, with examples

Examples:
  skills check my-skill
  skills lint --fix my-skill
  skills validate --target claude-api,skills-ref my-skill
  skills pack --target claude-ai my-skill
  skills explain name-format

Options:
  -V, --version  print the program's name and version
  -h, --help     show this help

Exit codes:
  0  no errors
  1  problems found
  2  usage or I/O error
`;

function drawGroup({ title, commands }: CommandGroup): string {
  const rows = commands.map(
    ({ name, operands, about }) => `  ${`${name} ${operands}`.trimEnd().padEnd(column)}${about}\n`,
  );
  return `${title}:\n${rows.join("")}`;
}
