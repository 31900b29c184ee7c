import type { Command } from "commander";
import { rename, type RenameResult } from "../../api/rename/rename.ts";
import { count } from "../../core/sentence.ts";
import { toShellWord } from "../../core/shell-word.ts";
import { reportJson } from "../../report/formats/json.ts";
import { mentionsText, renameText } from "../../report/commands/rename-text.ts";
import { writePatch } from "../write-patch.ts";
import { unifiedDiff } from "../../report/drawing/unified-diff.ts";
import { clean, cleanPath } from "../../report/drawing/width.ts";
import type { CheckFlags } from "../options/check-options.ts";
import { addColorOption, paintFor } from "../options/color.ts";
import type { ExitCode, Io } from "../io.ts";
import { programName } from "../program-name.ts";
import { choiceOption, createCommand, parseArguments } from "../program.ts";

interface Flags extends Pick<CheckFlags, "color" | "format"> {
  readonly mentions?: boolean;
  readonly dryRun?: boolean;
}

const formats: readonly CheckFlags["format"][] = ["json", "text"];

const notes = `
What changes, together or not at all:
  - the directory, the name in SKILL.md, and the first heading of its body if it
    is exactly the name
  - every path in the project's files to the directory or into it, relative to
    the file or to a directory above it, or below a client's directory of
    skills, such as ~/.claude/skills/
  - symlinks to the directory or into it
  - the skill's name in its evals, and in scenarios that use it
  - with --mentions, slash commands (/OLD), code spans that are only the name,
    and $OLD in the skill's agents/openai.yaml
  Other mentions of the old name are listed, not changed. Files that git ignores
  are not searched, and installed skills are not renamed.

Examples:
  skills rename skills/pdf pdf-forms
  skills rename --mentions --dry-run pdf pdf-forms
  skills rename pdf pdf-forms            the project's skill of that name
  skills rename --dry-run pdf pdf-forms > rename.patch

Exit codes:
  0  renamed
  1  dry run: nothing was changed
  2  usage or I/O error, no such skill, or a name that a target refuses or that
     is taken; nothing was changed
`;

export function define(io: Io): Command {
  const command = createCommand("skills rename", io)
    .description("Rename a skill: its directory, its name and the references to it.")
    .argument("<OLD>", "the skill's directory or name")
    .argument("<NEW>", "the new name")
    .option("--mentions", "also change /OLD, `OLD` and $OLD; see below")
    .option(
      "--dry-run",
      "print what would change as a patch, relative to the project's directory; change nothing",
    )
    .addOption(choiceOption("-f, --format <format>", "output format: text or json", formats, "text"));
  return addColorOption(command).addHelpText("after", notes);
}

/** `skills rename`: prints what was renamed on standard output, and unchanged mentions on standard error. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  return ended ?? report(command.args, command.opts<Flags>(), io);
}

async function report(
  [skill = "", name = ""]: readonly string[],
  { mentions = false, dryRun = false, format, color }: Flags,
  io: Io,
): Promise<ExitCode> {
  const result = await rename({ skill, name, mentions, cwd: io.cwd, env: io.env, dryRun });
  const patch = dryRun ? unifiedDiff(result.changes) : undefined;
  if (format === "json")
    io.stdout.write(reportJson(patch === undefined ? result.report : withPatch(result, patch)));
  else await tell(result, patch, color, io);
  return result.report.outcome;
}

function withPatch({ report, renamed }: RenameResult, patch: string): RenameResult["report"] {
  return { ...report, data: { renamed, patch } };
}

async function tell(
  { report, renamed, changes, project }: RenameResult,
  patch: string | undefined,
  color: boolean | undefined,
  io: Io,
): Promise<void> {
  const { columns } = io.stdout;
  const style = { paint: await paintFor(io, color), width: columns ?? Infinity };
  if (patch === undefined) io.stdout.write(renameText(renamed, style));
  else {
    writePatch(patch, style.paint, io);
    io.stderr.write(
      `skills: ${count(changes.length, "file")} would change${project === "." ? "" : `; paths are relative to ${cleanPath(project)}`}\n`,
    );
  }
  io.stderr.write(mentionsText(renamed, report.unread, patch === undefined, style));
  if (patch === undefined)
    io.stdout.write(
      `Then: ${style.paint.bold(`${programName(io)} check${project === "." ? "" : ` ${clean(toShellWord(project))}`}`)}\n`,
    );
}
