import type { Command } from "commander";
import { list } from "../../api/list.ts";
import { reportJson } from "../../report/formats/json.ts";
import { listText } from "../../report/commands/list-text.ts";
import type { CheckFlags } from "../options/check-options.ts";
import { addColorOption, paintFor } from "../options/color.ts";
import { tuneEngine } from "../engine.ts";
import type { ExitCode, Io } from "../io.ts";
import { addRootsOptions, rootsChoice, rootsNotes, type RootsFlags } from "../options/list-root-options.ts";
import { choiceOption, createCommand, parseArguments } from "../program.ts";

type Flags = RootsFlags & Pick<CheckFlags, "color" | "format">;

const formats: readonly CheckFlags["format"][] = ["json", "text"];

const notes = `
${rootsNotes}  An agent may look elsewhere: for Claude Code name --root .claude/skills.

What is shown:
  A skill's directory stands in one of them, or one further down as org/name.
  shadowed   an earlier directory has a skill of that name, which is meant
  duplicate  the same directory has one
  broken     the specification refuses it, or there is no SKILL.md; "skills
             validate" tells all that is wrong with it
  missing    skills.lock.json lists it, and it is not there
  hidden     its disable-model-invocation keeps it from the model
  Beside a skills.lock.json also what was changed since it was installed.

Examples:
  skills list
  skills list --source user
  skills list --root .claude/skills
  skills list --root builtin:/opt/agent/skills --format json

Exit codes:
  0  shown, be it that there are none, or that some are broken
  2  it could not be done: bad usage, a --root that is not there, or one that
     cannot be read
`;

export function define(io: Io): Command {
  const command = createCommand("skills list", io).description(
    "The skills in the directories that agents share, or in those that you name, and which of several of one name is meant.",
  );
  addRootsOptions(command).addOption(choiceOption("-f, --format <format>", "text or json", formats, "text"));
  return addColorOption(command).addHelpText("after", notes);
}

/** `skills list`: prints which skills there are, which of them is meant by a name, and what is wrong with the others. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  return ended ?? print(command.opts<Flags>(), io);
}

async function print(flags: Flags, io: Io): Promise<ExitCode> {
  await tuneEngine(["."], io.cwd);
  const listed = list(rootsChoice(flags, io));
  const style = {
    paint: await paintFor(io, flags.color),
    width: Math.min(io.stdout.columns ?? 80, 100),
  };
  io.stdout.write(flags.format === "json" ? reportJson(listed.report) : listText(listed, style));
  return listed.report.outcome;
}
