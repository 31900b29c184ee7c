import type { Command } from "commander";
import { install } from "../../api/install/install.ts";
import { reportJson } from "../../report/formats/json.ts";
import { reporters } from "../../report/formats/index.ts";
import { installText } from "../../report/commands/install-text.ts";
import { addTargetOption, targetNotes, type CheckFlags } from "../options/check-options.ts";
import { addColorOption, paintFor } from "../options/color.ts";
import type { ExitCode, Io } from "../io.ts";
import { choiceOption, createCommand, parseArguments } from "../program.ts";
import { addRootOptions, rootChoice, rootNotes, type RootFlags } from "../options/root-options.ts";

interface Flags extends RootFlags, Pick<CheckFlags, "color" | "format" | "target"> {
  readonly backup?: boolean;
  readonly force?: boolean;
  readonly name?: string;
}

const formats: readonly CheckFlags["format"][] = ["json", "text"];

const notes = `
What is done, in this order:
  1. Archives are read once and opened in memory as "skills verify" does it; of
     a directory exactly what "skills pack" would take is read.
  2. Each skill is checked as "skills validate" does it. One that the
     specification or a chosen target refuses is not installed.
  3. All files are written beside their place and read back. Then all skills get
     their names at once, or none does: whoever is killed meanwhile leaves what
     the next skills install or uninstall there puts right.
  4. skills.lock.json in the same directory tells what each skill is.
  Nothing of a skill is run, and no link is made or followed.

${rootNotes}
${targetNotes}
Examples:
  skills install pdf-forms.zip
  skills install --source user downloads/pdf.skill
  skills install --root ~/.claude/skills my-skill
  skills install --force pdf-forms-2.zip     put it in the place of the old one
  skills install --backup pdf-forms-2.zip    and keep that in .skills-backup
  skills install --name pdf all-skills.zip   one of several

Exit codes:
  0  installed, or there already and the same
  1  refused: by a target, or an archive that can be read in two ways
  2  it could not be done: bad usage, nothing there to read, another skill in
     its place, or a directory that cannot be written
`;

export function define(io: Io): Command {
  const command = createCommand("skills install", io)
    .description(
      "Put skills where an agent finds them, all or none, once nothing in them is ambiguous and no target refuses them.",
    )
    .argument("<PATH...>", "archives (zip, .skill, .tar.gz), skills' directories, or trees of them");
  addTargetOption(addRootOptions(command))
    .option("--backup", "as --force, and keep what is replaced")
    .option("--force", "put a skill in the place of another of the same name")
    .option("--name <name>", "of several skills only this one; nothing is renamed")
    .addOption(choiceOption("-f, --format <format>", "text or json", formats, "text"));
  return addColorOption(command).addHelpText("after", notes);
}

/** `skills install`: prints what was placed where and what its text calls and names. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  return ended ?? report(command.args, command.opts<Flags>(), io);
}

async function report(paths: readonly string[], flags: Flags, io: Io): Promise<ExitCode> {
  const { target, backup, force, name, format, color } = flags;
  const { report, root, installed } = await install({
    paths,
    ...rootChoice(flags, io),
    force: force === true,
    backup: backup === true,
    ...(target && { targets: target }),
    ...(name !== undefined && { name }),
  });
  const { columns } = io.stdout;
  const context = {
    paint: await paintFor(io, color),
    quiet: true,
    ...(columns !== undefined && { width: columns }),
  };
  if (format === "json") io.stdout.write(reportJson(report));
  else if (report.outcome === 0)
    io.stdout.write(
      installText(root, installed, {
        paint: context.paint,
        width: Math.min(columns ?? 80, 100),
      }),
    );
  else io.stdout.write(reporters.text(report, context));
  if (report.outcome !== 0) io.stderr.write("skills: nothing was installed\n");
  return report.outcome;
}
