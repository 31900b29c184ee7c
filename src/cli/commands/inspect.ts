import { inspect } from "../../api/inspect.ts";
import { asciiJson } from "../../report/ascii-json.ts";
import { inspectText } from "../../report/inspect-text.ts";
import { addPaths, type CheckFlags } from "../check-options.ts";
import { choose } from "../choose.ts";
import type { ExitCode, Io } from "../io.ts";
import { createCommand, parseArguments } from "../program.ts";
import { addSurveyOptions, prepareSurvey, type SurveyFlags } from "../survey-options.ts";

type Flags = SurveyFlags & Pick<CheckFlags, "format">;

const formats: readonly CheckFlags["format"][] = ["json", "text"];

const notes = `
What is shown:
  Facts that stand in the skill's own text, each with the file and line of its
  first place: the files that can be run, the programs, hosts, environment
  variables and packages that scripts and commands name, what lies outside the
  skill, the tools it is allowed, and what could not be looked into. A program
  can do what its text does not show, and nothing here is a judgement.

Examples:
  skills inspect my-skill
  skills inspect --all downloads/their-skill | less
  skills inspect --format json my-skill > facts.json

Exit codes:
  0  shown, whatever was found
  2  it could not be done: bad usage, nothing there to read, or no skill in scope
`;

/** `skills inspect`: prints what a reviewer of a skill asks first on standard output. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = addPaths(createCommand("skills inspect", io))
    .description("What a skill is before it is used: its fields, files, tokens and verdicts, and what it can be seen to call, contact and touch.")
    .option("-f, --format <format>", "text or json", (word) => choose("format", word, formats), "text" as const)
    .option("-a, --all", "show long lists whole; JSON always does");
  addSurveyOptions(command).addHelpText("after", notes);
  const ended = parseArguments(command, args);
  return ended ?? print(command.args, command.opts<Flags>(), io);
}

async function print(operands: readonly string[], flags: Flags, io: Io): Promise<ExitCode> {
  const { options, style } = await prepareSurvey(operands, flags, io);
  const { report, skills } = await inspect(options);
  io.stdout.write(flags.format === "json" ? asciiJson(report) : inspectText(report, skills, style));
  return 0;
}
