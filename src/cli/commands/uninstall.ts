import type { Command } from "commander";
import { uninstall } from "../../api/uninstall.ts";
import { reportJson } from "../../report/formats/json.ts";
import { uninstallText } from "../../report/commands/install-text.ts";
import type { CheckFlags } from "../options/check-options.ts";
import type { ExitCode, Io } from "../io.ts";
import { choiceOption, createCommand, parseArguments } from "../program.ts";
import { addRootOptions, rootChoice, rootNotes, type RootFlags } from "../options/root-options.ts";

interface Flags extends RootFlags, Pick<CheckFlags, "format"> {
  readonly backup?: boolean;
  readonly force?: boolean;
}

const formats: readonly CheckFlags["format"][] = ["json", "text"];

const notes = `
What is lost:
  A skill that was changed since it was installed, or that skills install did
  not place, stays where it is unless you say --backup or --force. What running
  a skill leaves behind, such as __pycache__, is no change.

${rootNotes}
Examples:
  skills uninstall pdf-forms
  skills uninstall --source user pdf-forms csv-tools
  skills uninstall --backup pdf-forms    keep it in .skills-backup there

Exit codes:
  0  gone, and so are their entries in skills.lock.json
  2  it could not be done, and nothing was removed: bad usage, no such skill,
     one that was changed, or a directory that cannot be written
`;

export function define(io: Io): Command {
  const command = createCommand("skills uninstall", io)
    .description("Take installed skills away, all or none.")
    .argument("<NAME...>", "names of installed skills");
  return addRootOptions(command)
    .option("--backup", "keep what is taken away")
    .option("--force", "also what was changed, or placed by others")
    .addOption(choiceOption("-f, --format <format>", "text or json", formats, "text"))
    .addHelpText("after", notes);
}

/** `skills uninstall`: prints what is gone, and what is kept where. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  return ended ?? remove(command.args, command.opts<Flags>(), io);
}

async function remove(names: readonly string[], flags: Flags, io: Io): Promise<ExitCode> {
  const { report, uninstalled } = await uninstall({
    names,
    ...rootChoice(flags, io),
    backup: flags.backup === true,
    force: flags.force === true,
  });
  io.stdout.write(flags.format === "json" ? reportJson(report) : uninstallText(uninstalled));
  return report.outcome;
}
