import type { Command } from "commander";
import { archivePages } from "../../api/explain-archive.ts";
import { inspect } from "../../api/inspect/inspect.ts";
import { reportJson } from "../../report/formats/json.ts";
import { inspectHtml } from "../../report/commands/inspect/inspect-html.ts";
import { inspectText } from "../../report/commands/inspect/inspect-text.ts";
import { type ExitCode, type Io, writePieces } from "../io.ts";
import { addRootsOptions, rootsChoice, rootsNotes, type RootsFlags } from "../options/list-root-options.ts";
import { choiceOption, createCommand, parseArguments } from "../program.ts";
import { addSurveyOptions, prepareSurvey, type SurveyFlags } from "../options/survey-options.ts";

const formats = ["html", "json", "text"] as const;

interface Flags extends SurveyFlags, RootsFlags {
  readonly format: (typeof formats)[number];
}

const notes = `
What is shown:
  Facts from the skill's text, each with the file and line where it first
  appears: executable files; programs, hosts, environment variables and packages
  that scripts and commands use; paths outside the skill; allowed tools; and
  files that could not be read. Programs can do more than their text shows, so
  the list is not a safety verdict.
  Of a plugin, the same facts about its hooks, servers, commands and agents, and
  about the files that they name.
  Archives are read as "skills verify" does and never unpacked to disk.

${rootsNotes}  A path takes precedence over a skill's name, unless --root or --source is
  given.

Examples:
  skills inspect my-skill
  skills inspect skills                    several skills, a few lines each
  skills inspect downloads/their-skill.zip
  skills inspect pdf-forms --source user   the installed skill
  skills inspect --all downloads/their-skill | less
  skills inspect --format json my-skill > facts.json
  skills inspect --format html my-skill > facts.html   to look at in a browser

Exit codes:
  0  shown
  1  an archive was refused
  2  usage or I/O error, or no skill in scope
`;

export function define(io: Io): Command {
  const command = createCommand("skills inspect", io)
    .argument(
      "[PATH|NAME...]",
      'skill directories, directories that contain skills, SKILL.md files, globs, archives (zip, .skill, .tar.gz), or names of installed skills; "-" reads a SKILL.md from standard input (default: ".")',
    )
    .description(
      "Show a skill's fields, files, tokens and verdicts, and the programs it runs, the hosts it contacts and the paths it uses.",
    )
    .addOption(choiceOption("-f, --format <format>", "output format: text, json or html", formats, "text"))
    .option("-a, --all", "show every skill, and long lists in full, as JSON always does");
  return addSurveyOptions(addRootsOptions(command)).addHelpText("after", notes);
}

/** `skills inspect`: prints what a reviewer of a skill needs to know on standard output. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  return ended ?? print(command.args, command.opts<Flags>(), io);
}

async function print(operands: readonly string[], flags: Flags, io: Io): Promise<ExitCode> {
  const { options, style } = await prepareSurvey(operands, flags, io);
  const result = await inspect({ ...options, ...rootsChoice(flags, io) });
  if (flags.format === "html" && result.report.data)
    writePieces(inspectHtml(result.report, result.report.data, style), io.stdout);
  else
    io.stdout.write(
      flags.format === "json"
        ? reportJson(result.report)
        : inspectText({ ...result, pages: archivePages() }, style),
    );
  return result.report.outcome;
}
