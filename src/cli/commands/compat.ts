import type { Command } from "commander";
import { listClients } from "../../api/compat/list-clients.ts";
import { compat } from "../../api/compat/compat.ts";
import { series } from "../../core/sentence.ts";
import { compatText } from "../../report/commands/compat-text.ts";
import { htmlPieces } from "../../report/formats/html.ts";
import { reportJson } from "../../report/formats/json.ts";
import { addPaths, addReadOptions, checkScope, type CheckFlags } from "../options/check-options.ts";
import { clientOption, parseClients } from "../options/client-option.ts";
import { shownIn } from "../options/config-clients.ts";
import { paintFor } from "../options/color.ts";
import { type ExitCode, type Io, writePieces } from "../io.ts";
import { addPipeOptions, asksForLines, type PipeFlags, pipeNotes } from "../options/pipe-options.ts";
import { programName } from "../program-name.ts";
import { pageContext } from "../report-context.ts";
import { choiceOption, createCommand, parseArguments } from "../program.ts";

const formats = ["html", "json", "text"] as const;

interface Flags extends Pick<CheckFlags, "stdinName" | "color">, PipeFlags {
  readonly client?: readonly string[];
  readonly format: (typeof formats)[number];
  readonly all?: boolean;
  readonly verbose?: boolean;
}

const notes = `
What is shown:
  A record describes how a released version of a client reads a SKILL.md, and on
  what evidence; "skills clients" lists the records. Nothing is started and
  nothing is sent. For one skill, a line for each client, or, if there are many,
  for each common one; --verbose shows each record:
  loads as written   name, description and body arrive as written
  loads differently  and how; for example, the description is cut
  does not load      and why; "no message" if the client prints nothing
  not known          it is not recorded how the client reads skills
  Of several records of a client, the newest version decides the exit code, and
  in a range, such as "codex >=0.160", each. Without --client, the clients of
  the config are shown.

${pipeNotes}
Examples:
  skills compat my-skill
  skills compat --client claude-code,codex,copilot-cli .
  skills compat --client claude-code@2.1.197 my-skill
  skills compat --client cline/editor my-skill
  skills compat my-skill.zip
  skills compat --format json . > compat.json
  git show HEAD:pdf/SKILL.md | skills compat - --stdin-name pdf

Exit codes:
  0  every client of --client loads every skill; without --client, always
  1  a client of --client does not load a skill
  2  it is not known whether a client of --client loads a skill; usage or I/O
     error, or no skill in scope
`;

export function define(io: Io): Command {
  const command = addPaths(createCommand("skills compat", io))
    .description("Show which agent clients load a skill, which load it differently or not at all, and why.")
    .addOption(
      clientOption(
        "-c, --client <list>",
        "only these clients, comma-separated: ID, ID/VARIANT, ID@VERSION or a range (default: all recorded versions)",
      ).argParser(parseClients),
    )
    .addOption(choiceOption("-f, --format <format>", "output format: text, json or html", formats, "text"))
    .option("-a, --all", "show long lists in full, as JSON always does")
    .option("-v, --verbose", "show every client and version, with its whole reason");
  return addPipeOptions(addReadOptions(command)).addHelpText("after", notes);
}

/** `skills compat`: prints on standard output what agent clients make of the skills. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  if (ended !== undefined) return ended;
  const flags = command.opts<Flags>();
  return asksForLines(flags) ? answerPiped(flags, command, io) : print(command.args, flags, io);
}

async function answerPiped(flags: Flags, command: Command, io: Io): Promise<ExitCode> {
  const { answerInput, requirePipeOnly } = await import("../pipe.ts");
  requirePipeOnly(command);
  const options = flags.client ? { clients: flags.client } : await shownIn(io);
  return answerInput("compat", options, { ...flags, jobs: 1 }, io);
}

async function print(operands: readonly string[], flags: Flags, io: Io): Promise<ExitCode> {
  const { paths, cwd, stdin } = checkScope(operands, flags, io);
  const { report, unknown } = await compat({
    paths,
    cwd,
    ...(stdin && { stdin }),
    ...(flags.client ? { clients: flags.client } : await shownIn(io)),
  });
  const style = {
    paint: await paintFor(io, flags.color),
    width: Math.min(io.stdout.columns ?? 80, 120),
    all: flags.all === true,
    verbose: flags.verbose === true,
    command: programName(io),
  };
  const rows = report.data?.rows ?? [];
  const changes = style.verbose ? listClients({ changes: true }).data?.changes : [];
  if (flags.format === "html") writePieces(htmlPieces(report, await pageContext(io)), io.stdout);
  else
    io.stdout.write(flags.format === "json" ? reportJson(report) : compatText(report, rows, style, changes));
  if (unknown.length > 0)
    io.stderr.write(
      `skills: it is not known whether ${series(unknown)} would load each skill, so the exit code is 2\n`,
    );
  return report.outcome;
}
