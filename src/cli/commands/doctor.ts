import type { Command } from "commander";
import { doctor } from "../../api/doctor/doctor.ts";
import { doctorText } from "../../report/commands/doctor-text.ts";
import { reportJson } from "../../report/formats/json.ts";
import type { CheckFlags } from "../options/check-options.ts";
import { parseClients } from "../options/client-option.ts";
import { addColorOption, paintFor } from "../options/color.ts";
import type { ExitCode, Io } from "../io.ts";
import { choiceOption, createCommand, parseArguments } from "../program.ts";

const formats = ["json", "text"] as const;

interface Flags extends Pick<CheckFlags, "color"> {
  readonly client?: readonly string[];
  readonly project?: string;
  readonly home?: string;
  readonly format: (typeof formats)[number];
  readonly all?: boolean;
}

const notes = `
What is shown:
  For each client, the directories that it reads, and of each skill:
  does not load    and why, in words of the client's record
  broken           a dangling symlink or an unreadable file
  misplaced        the client does not look there, although another one does
  not fixed        one of several skills of the name loads, but not always the
                   same one
  shadowed         another skill of the name takes precedence
  hidden           it loads, but the model is not shown it
  loads, and loads differently
  Below each problem there is a command that helps. Nothing is started and
  nothing is changed. The records describe released versions; "skills clients"
  lists them.

Which directories:
  The roots of the working directory, of the directories above it in its
  repository, and of the home directory. Variables such as CODEX_HOME and
  CLAUDE_CONFIG_DIR move them, unless --home is given.

Examples:
  skills doctor
  skills doctor pdf-forms
  skills doctor --client claude-code,codex
  skills doctor --client copilot-cli --project ../app pdf-forms
  skills doctor --format json

Exit codes:
  0  every skill that was found loads
  1  a client of --client, or without it a common client, does not load a skill
  2  no skills; it is not known which directories a client of --client reads;
     usage or I/O error
`;

export function define(io: Io): Command {
  const command = createCommand("skills doctor", io)
    .description(
      "Explain which of the skills on this machine each agent client loads, and why not the others.",
    )
    .argument("[name...]", "skills to look for (default: all)")
    .option(
      "-c, --client <list>",
      "clients, comma-separated: ID, ID/VARIANT or ID@VERSION (default: well-known clients, and those with a directory of skills here)",
      parseClients,
    )
    .option("--project <dir>", "working directory of the client (default: the current one)")
    .option("--home <dir>", "home directory to read (default: yours)")
    .addOption(choiceOption("-f, --format <format>", "output format: text or json", formats, "text"))
    .option("-a, --all", "show long lists in full, as JSON always does");
  return addColorOption(command).addHelpText("after", notes);
}

/** `skills doctor`: prints on standard output which skills each client loads. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  return ended ?? print(command.args, command.opts<Flags>(), io);
}

async function print(names: readonly string[], flags: Flags, io: Io): Promise<ExitCode> {
  const report = doctor({
    names,
    cwd: io.cwd,
    env: io.env,
    ...(flags.client && { clients: flags.client }),
    ...(flags.project !== undefined && { project: flags.project }),
    ...(flags.home !== undefined && { home: flags.home }),
  });
  const style = {
    paint: await paintFor(io, flags.color),
    width: Math.min(io.stdout.columns ?? 80, 120),
    all: flags.all === true,
  };
  io.stdout.write(flags.format === "json" ? reportJson(report) : doctorText(report, style));
  return report.outcome;
}
