import type { Command } from "commander";
import { validatorIds, type ValidatorId } from "../../model/validator.ts";
import { install } from "../../api/install/install.ts";
import { reportJson } from "../../report/formats/json.ts";
import { reporters } from "../../report/formats/index.ts";
import { installText } from "../../report/commands/install-text.ts";
import { policyText } from "../../report/commands/policy-text.ts";
import { addPolicyOption, type PolicyFlags, policyNotes } from "../options/policy-option.ts";
import { addTargetOption, targetNotes, type CheckFlags } from "../options/check-options.ts";
import { namedIn } from "../options/config-clients.ts";
import { addColorOption, paintFor } from "../options/color.ts";
import type { ExitCode, Io } from "../io.ts";
import { programName } from "../program-name.ts";
import { choiceOption, createCommand, parseArguments } from "../program.ts";
import { addRootOptions, rootChoice, rootNotes, type RootFlags } from "../options/root-options.ts";

interface Flags extends RootFlags, PolicyFlags, Pick<CheckFlags, "color" | "format"> {
  readonly target?: readonly ValidatorId[];
  readonly backup?: boolean;
  readonly force?: boolean;
  readonly name?: string;
  readonly subdir?: string;
  readonly ignoreJunk?: boolean;
}

const formats: readonly CheckFlags["format"][] = ["json", "text"];

const notes = `
How skills are installed:
  1. Archives are read in memory, as "skills verify" does; from a directory,
     the files that "skills pack" would pack are read.
  2. Each skill is checked as "skills validate" does. If the specification or a
     chosen target refuses one, no skill is installed.
  3. All files are written to a temporary directory, read back, and then renamed
     together. If this is interrupted, the next skills install or uninstall
     restores a consistent state.
  4. skills.lock.json in the same directory records the installed skills.
  Nothing in a skill is run, and no symlink is created or followed.

Of a directory that is a plugin or a marketplace, the skills are installed that
its manifests give to the client. What else the plugin has, such as hooks, is
not installed but named, and so is each file of a skill with a variable that
only a plugin has, such as \${CLAUDE_PLUGIN_ROOT}.

${rootNotes}
${targetNotes}
${policyNotes}  A source is the path of an archive or directory, or a digest. A skill that
  replaces an installed one gains what that had not.

Examples:
  skills install pdf-forms.zip
  skills install --source user downloads/pdf.skill
  skills install --root ~/.claude/skills my-skill
  skills install --force pdf-forms-2.zip     replace the installed version
  skills install --backup pdf-forms-2.zip    and save it in .skills-backup
  skills install --client codex my-plugin    the skills of a plugin
  skills install --name pdf all-skills.zip   one skill of several
  skills install --policy policy.yaml pdf-forms.zip
  skills install --subdir skills/pdf repository-main.zip

Exit codes:
  0  installed, or already installed and unchanged
  1  refused by a target or the policy, or an ambiguous archive
  2  usage or I/O error, or a different skill is installed under that name
`;

export function define(io: Io): Command {
  const command = createCommand("skills install", io)
    .description(
      "Install skills into a directory that agents load them from. Installs nothing if an archive is ambiguous or a target refuses a skill.",
    )
    .argument(
      "<PATH...>",
      "archives (zip, .skill, .tar.gz), skill directories, or directories that contain skills",
    );
  addTargetOption(addRootOptions(command), validatorIds)
    .option("--backup", "replace installed skills and save them in .skills-backup")
    .option("--force", "replace installed skills of the same name")
    .option("--ignore-junk", "leave out of archives what skills pack leaves out, such as __MACOSX")
    .option("--name <name>", "install only the skill with this name")
    .option("--subdir <path>", "install only what is in this directory of the archive or directory")
    .addOption(choiceOption("-f, --format <format>", "output format: text or json", formats, "text"));
  return addColorOption(addPolicyOption(command)).addHelpText("after", notes);
}

/** `skills install`: prints where the skills were installed, and the programs and hosts in their text. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  return ended ?? report(command.args, command.opts<Flags>(), io);
}

async function report(paths: readonly string[], flags: Flags, io: Io): Promise<ExitCode> {
  const { target, backup, force, name, subdir, ignoreJunk, policy, format, color } = flags;
  const { report, root, installed } = await install({
    paths,
    ...rootChoice(flags, io),
    force: force === true,
    backup: backup === true,
    ...(target && { targets: target }),
    ...(await namedIn(io)),
    ...(name !== undefined && { name }),
    ...(subdir !== undefined && { subdir }),
    ...(policy !== undefined && { policy }),
    ignoreJunk: ignoreJunk === true,
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
      installText(
        {
          root,
          skills: installed,
          plugins: report.data?.plugins ?? [],
          clients: report.data?.clients ?? [],
        },
        { paint: context.paint, width: Math.min(columns ?? 80, 100), command: programName(io) },
      ),
    );
  else io.stdout.write(reporters.text(report, context));
  if (format !== "json")
    io.stdout.write(policyText(report, { paint: context.paint, width: Math.min(columns ?? 80, 100) }));
  if (report.outcome !== 0) io.stderr.write("skills: nothing was installed\n");
  return report.outcome;
}
