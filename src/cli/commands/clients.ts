import type { Command } from "commander";
import { listClients } from "../../api/compat/list-clients.ts";
import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { clientsText } from "../../report/commands/clients-text.ts";
import { reportJson } from "../../report/formats/json.ts";
import type { CheckFlags } from "../options/check-options.ts";
import { addColorOption, paintFor } from "../options/color.ts";
import type { ExitCode, Io } from "../io.ts";
import { choiceOption, createCommand, parseArguments } from "../program.ts";

const formats = ["json", "text"] as const;

interface Flags extends Pick<CheckFlags, "color"> {
  readonly outdated?: number | true;
  readonly changes?: true;
  readonly format: (typeof formats)[number];
}

/** Clients release every few days; after three months a record needs a new look. */
const defaultAge = 90;

const notes = `
Evidence:
  live        the released client was run, and its answers recorded
  executed    its loader, or its parser and the checks around it, was run
  read        its source was read
  documented  only its documentation was read; "skills compat" answers "not
              known"

Examples:
  skills clients
  skills clients --outdated
  skills clients codex react-actions     what they are, and who asks them
  skills clients --outdated 30 --format json
  skills clients --changes codex

Exit codes:
  0  listed; with --outdated, no record is older
  1  with --outdated, a record is older
  2  usage error
`;

export function define(io: Io): Command {
  const command = createCommand("skills clients", io)
    .description(
      "List the recorded agent clients, their versions, and how old the evidence is, or say what the programs with these ids are.",
    )
    .argument("[ID...]", "clients, validators, uploaders or simulated systems (default: all clients)")
    .option("--outdated [days]", `only records older than this many days (default: ${defaultAge})`, parseDays)
    .option("--changes", "what changed between the recorded versions of the clients")
    .addOption(choiceOption("-f, --format <format>", "output format: text or json", formats, "text"));
  return addColorOption(command).addHelpText("after", notes);
}

/** `skills clients`: prints the recorded clients on standard output. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  return ended ?? print(command.args, command.opts<Flags>(), io);
}

async function print(
  ids: readonly string[],
  { outdated, changes, format, color }: Flags,
  io: Io,
): Promise<ExitCode> {
  const report = listClients({
    ids,
    ...(changes && { changes }),
    ...(outdated !== undefined && { olderThan: outdated === true ? defaultAge : outdated }),
  });
  io.stdout.write(
    format === "json"
      ? reportJson(report)
      : clientsText(report.data!, { paint: await paintFor(io, color), width: io.stdout.columns ?? Infinity }),
  );
  return report.outcome;
}

function parseDays(word: string): number {
  if (!/^\d{1,5}$/.test(word))
    throw new SkillsError("bad-usage", `--outdated ${quote(word)} is not a number of days`);
  return Number(word);
}
