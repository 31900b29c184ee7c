import path from "node:path";
import { series } from "../../core/sentence.ts";
import { realClientIds } from "../../model/target.ts";
import { fill } from "../options/list-terms.ts";
import type { Command } from "commander";
import { doctor, type DoctorOptions } from "../../api/doctor/doctor.ts";
import { SkillsError } from "../../core/errors.ts";
import type { Report } from "../../model/report.ts";
import type { DoctorData } from "../../model/reports/doctor.ts";
import { doctorText } from "../../report/commands/doctor-text.ts";
import { reportJson } from "../../report/formats/json.ts";
import type { CheckFlags } from "../options/check-options.ts";
import { clientOption, parseClients } from "../options/client-option.ts";
import { shownIn } from "../options/config-clients.ts";
import { addColorOption, paintFor } from "../options/color.ts";
import {
  addStartOptions,
  refuseStartFlags,
  type StartFlags,
  startOptions,
} from "../options/start-options.ts";
import type { ExitCode, Io } from "../io.ts";
import { programName } from "../program-name.ts";
import { choiceOption, createCommand, parseArguments } from "../program.ts";

const formats = ["json", "text"] as const;

interface Flags extends StartFlags, Pick<CheckFlags, "color"> {
  readonly client?: readonly string[];
  readonly project?: string;
  readonly home?: string;
  readonly format: (typeof formats)[number];
  readonly all?: boolean;
  readonly verbose?: boolean;
  readonly prove?: boolean;
}

const notes = `
What is shown:
  For each client, a line with the states of the skills; --verbose adds the
  version, the directories that it reads, and the path and reason of each skill:
  does not load    and why, in words of the client's record
  broken           a dangling symlink or an unreadable file
  misplaced        the client does not look there, although another one does
  ambiguous        only one of several skills of the same name loads, and which
                   one is unspecified
  shadowed         another skill of the same name takes precedence
  hidden           it loads, but the model is not shown it
  loads, and loads differently
  Where a command helps, it is printed below. Nothing is changed,
  and nothing is started without --prove. The records describe released
  versions; "skills clients" lists them.

Proof (--prove):
${fill(`Starts each client that is installed, in a new HOME and project with copies of the Markdown files and of agents/openai.yaml in these directories, with no variables of yours but PATH, without a network and without your files; a mock model answers on loopback. What the client announces is compared with the lines above, and each difference is printed. The command is printed before it runs. No settings and no keys are copied. It works for ${series(realClientIds, "and")}. Where no network namespace can be created, nothing is started without --allow-network; where your files cannot be hidden, without --allow-home: it needs bubblewrap (bwrap).`)}

Which directories:
  The roots of the working directory, of the directories above it in its
  repository, and of the home directory. Variables such as CODEX_HOME and
  CLAUDE_CONFIG_DIR move them, unless --home is given.

Examples:
  skills doctor
  skills doctor pdf-forms
  skills doctor --verbose --client claude-code,codex
  skills doctor --client copilot-cli --project ../app pdf-forms
  skills doctor --format json
  skills doctor --prove --client claude-code

Exit codes:
  0  every skill that was found loads
  1  a client of --client, or without it a common client, does not load a skill;
     with --prove, a client announces something else than predicted
  2  no skills; it is not known which directories a client of --client reads;
     with --prove, a client could not be started; usage or I/O error
`;

export function define(io: Io): Command {
  const command = createCommand("skills doctor", io)
    .description(
      "Explain which of the skills on this machine each agent client loads, and why not the others.",
    )
    .argument("[name...]", "skills to look for (default: all)")
    .addOption(
      clientOption(
        "-c, --client <list>",
        "clients, comma-separated: ID, ID/VARIANT or ID@VERSION (default: those of the config, or well-known clients and those with a directory of skills here)",
      ).argParser(parseClients),
    )
    .option("--project <dir>", "working directory of the client (default: the current one)")
    .option("--home <dir>", "home directory to read (default: yours)")
    .addOption(choiceOption("-f, --format <format>", "output format: text or json", formats, "text"))
    .option("-a, --all", "show long lists in full, as JSON always does")
    .option("-v, --verbose", "show the directories, paths and messages of each client")
    .option("--prove", "start the installed clients on copies of these directories; see below");
  return addColorOption(addStartOptions(command, "--prove")).addHelpText("after", notes);
}

/** `skills doctor`: prints on standard output which skills each client loads. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  return ended ?? print(command.args, command.opts<Flags>(), io);
}

async function print(names: readonly string[], flags: Flags, io: Io): Promise<ExitCode> {
  const options = {
    names,
    cwd: io.cwd,
    env: io.env,
    ...(flags.client
      ? { clients: flags.client }
      : await shownIn({ cwd: path.resolve(io.cwd, flags.project ?? "."), env: io.env })),
    ...(flags.project !== undefined && { project: flags.project }),
    ...(flags.home !== undefined && { home: flags.home }),
  };
  if (!flags.prove) refuseStartFlags(flags, "--prove");
  const report = flags.prove ? await proveAll(options, flags, io) : doctor(options);
  const style = {
    paint: await paintFor(io, flags.color),
    width: Math.min(io.stdout.columns ?? 80, 120),
    all: flags.all === true,
    verbose: flags.verbose === true,
    namedOnly: names.length > 0,
    command: programName(io),
  };
  io.stdout.write(flags.format === "json" ? reportJson(report) : doctorText(report, style));
  return report.outcome;
}

async function proveAll(options: DoctorOptions, flags: Flags, io: Io): Promise<Report<DoctorData, "doctor">> {
  const { prove } = await import("../../api/doctor/prove.ts");
  const clients = new Set((flags.client ?? []).map((word) => word.split(/[/@]/, 1)[0]));
  if (flags.clientCommand !== undefined && clients.size !== 1)
    throw new SkillsError("bad-usage", "--client-command needs --client with one client");
  return prove({ ...startOptions(flags, io), ...options });
}
