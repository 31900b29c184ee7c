import type { Command } from "commander";
import { rename, type RenameResult } from "../../api/rename/rename.ts";
import { count } from "../../core/sentence.ts";
import { toShellWord } from "../../core/shell-word.ts";
import { show } from "../../core/show.ts";
import { reportJson } from "../../report/formats/json.ts";
import { mentionsText, renameText } from "../../report/commands/rename-text.ts";
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
  - the directory, and the name in SKILL.md, and the heading that begins its
    body where it is the name alone
  - every path in the project's files that leads to the directory or into it,
    from where the file stands or from a directory above that, or behind a
    client's directory of skills, such as ~/.claude/skills/
  - symbolic links that lead there
  - what names the skill in its evals, and in scenarios that put it into play
  - with --mentions slash commands (/OLD), code spans that are the name alone,
    and $OLD in the skill's agents/openai.yaml
  Words are left: where the old name may mean the skill, the place is told. What
  git ignores is not looked into, and an installed skill is not renamed.

Examples:
  skills rename skills/pdf pdf-forms
  skills rename --mentions --dry-run pdf pdf-forms
  skills rename pdf pdf-forms            the one in the project of that name
  skills rename --dry-run pdf pdf-forms > rename.patch

Exit codes:
  0  renamed
  1  a dry run, which changed nothing
  2  it could not be done, and nothing was changed: bad usage, no such skill, a
     name that a target refuses or that is taken, a file that cannot be written
`;

export function define(io: Io): Command {
  const command = createCommand("skills rename", io)
    .description("Give a skill another name: its directory, its name and what refers to it.")
    .argument("<OLD>", "the skill's directory, or its name")
    .argument("<NEW>", "the new name")
    .option("--mentions", "change also /OLD, `OLD` and $OLD where they mean the skill; see below")
    .option(
      "--dry-run",
      "change nothing, but print what would change as a patch, from the project's directory",
    )
    .addOption(choiceOption("-f, --format <format>", "text or json", formats, "text"));
  return addColorOption(command).addHelpText("after", notes);
}

/** `skills rename`: prints what was renamed on standard output, and what is left on standard error. */
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
    io.stdout.write(
      io.stdout.isTTY
        ? patch
            .split("\n")
            .map((line) => show(line, Infinity))
            .join("\n")
        : patch,
    );
    io.stderr.write(
      `skills: ${count(changes.length, "file")} would change${project === "." ? "" : `; the paths begin at ${cleanPath(project)}`}\n`,
    );
  }
  io.stderr.write(mentionsText(renamed, report.unread, patch === undefined, style));
  if (patch === undefined)
    io.stdout.write(
      `Then: ${style.paint.bold(`${programName(io.env)} check${project === "." ? "" : ` ${clean(toShellWord(project))}`}`)}\n`,
    );
}
