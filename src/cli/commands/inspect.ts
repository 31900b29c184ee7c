import type { Command } from "commander";
import { archivePages } from "../../api/explain-archive.ts";
import { inspect } from "../../api/inspect/inspect.ts";
import { reportJson } from "../../report/formats/json.ts";
import { inspectText } from "../../report/commands/inspect/inspect-text.ts";
import type { CheckFlags } from "../options/check-options.ts";
import type { ExitCode, Io } from "../io.ts";
import { addRootsOptions, rootsChoice, rootsNotes, type RootsFlags } from "../options/list-root-options.ts";
import { choiceOption, createCommand, parseArguments } from "../program.ts";
import { addSurveyOptions, prepareSurvey, type SurveyFlags } from "../options/survey-options.ts";

type Flags = SurveyFlags & RootsFlags & Pick<CheckFlags, "format">;

const formats: readonly CheckFlags["format"][] = ["json", "text"];

const notes = `
What is shown:
  Facts that stand in the skill's own text, each with the file and line of its
  first place: the files that can be run, the programs, hosts, environment
  variables and packages that scripts and commands name, what lies outside the
  skill, the tools it is allowed, and what could not be looked into. A program
  can do what its text does not show, and nothing here is a judgement.
  An archive is opened as "skills verify" does it, and nothing of it unpacked.

${rootsNotes}  What stands at a path goes before the skill of that name, unless --root or
  --source is given.

Examples:
  skills inspect my-skill
  skills inspect skills              of several skills a few lines each
  skills inspect downloads/their-skill.zip
  skills inspect pdf-forms --source user   the one that is installed there
  skills inspect --all downloads/their-skill | less
  skills inspect --format json my-skill > facts.json

Exit codes:
  0  shown, whatever was found
  1  an archive was refused
  2  it could not be done: bad usage, nothing to read, or no skill in scope
`;

export function define(io: Io): Command {
  const command = createCommand("skills inspect", io)
    .argument(
      "[PATH|NAME...]",
      'skill directories, SKILL.md files, trees, globs, archives (zip, .skill, .tar.gz), and names of skills that an agent finds; "-" for a SKILL.md on standard input (default: ".")',
    )
    .description(
      "What a skill is before it is used: its fields, files, tokens and verdicts, and what it can be seen to call, contact and touch.",
    )
    .addOption(choiceOption("-f, --format <format>", "text or json", formats, "text"))
    .option("-a, --all", "show every one of several skills, and long lists whole; JSON always does");
  return addSurveyOptions(addRootsOptions(command)).addHelpText("after", notes);
}

/** `skills inspect`: prints what a reviewer of a skill asks first on standard output. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  return ended ?? print(command.args, command.opts<Flags>(), io);
}

async function print(operands: readonly string[], flags: Flags, io: Io): Promise<ExitCode> {
  const { options, style } = await prepareSurvey(operands, flags, io);
  const result = await inspect({ ...options, ...rootsChoice(flags, io) });
  io.stdout.write(
    flags.format === "json"
      ? reportJson(result.report)
      : inspectText({ ...result, pages: archivePages() }, style),
  );
  return result.report.outcome;
}
