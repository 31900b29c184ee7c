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
Modified skills:
  A skill that was modified since installation, or not installed by
  "skills install", is removed only with --backup or --force. Files written by
  running a skill, such as __pycache__, are not modifications.

${rootNotes}
Examples:
  skills uninstall pdf-forms
  skills uninstall --source user pdf-forms csv-tools
  skills uninstall --backup pdf-forms    save it in .skills-backup

Exit codes:
  0  removed, with their entries in skills.lock.json
  2  usage or I/O error, no such skill, or a modified skill; nothing was removed
`;

export function define(io: Io): Command {
  const command = createCommand("skills uninstall", io)
    .description("Remove installed skills. Removes nothing if one of them cannot be removed.")
    .argument("<NAME...>", "names of installed skills");
  return addRootOptions(command)
    .option("--backup", "save the removed skills in .skills-backup")
    .option("--force", "also remove modified skills, and skills installed by another tool")
    .addOption(choiceOption("-f, --format <format>", "output format: text or json", formats, "text"))
    .addHelpText("after", notes);
}

/** `skills uninstall`: prints which skills were removed, and where backups are saved. */
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
