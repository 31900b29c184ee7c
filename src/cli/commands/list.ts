import type { Command } from "commander";
import { list } from "../../api/list.ts";
import { reportJson } from "../../report/formats/json.ts";
import { listText } from "../../report/commands/list-text.ts";
import type { CheckFlags } from "../options/check-options.ts";
import { addColorOption, paintFor } from "../options/color.ts";
import type { ExitCode, Io } from "../io.ts";
import { addRootsOptions, rootsChoice, rootsNotes, type RootsFlags } from "../options/list-root-options.ts";
import { programName } from "../program-name.ts";
import { choiceOption, createCommand, parseArguments } from "../program.ts";

type Flags = RootsFlags & Pick<CheckFlags, "color" | "format">;

const formats: readonly CheckFlags["format"][] = ["json", "text"];

const notes = `
${rootsNotes}  So --client claude-code searches .claude/skills here and in your home.

What is shown:
  The skills in these directories, also one level deeper as org/name.
  shadowed   a skill of the same name in an earlier directory takes precedence
  duplicate  the same directory contains another skill of that name
  broken     the specification refuses it, or SKILL.md is missing; run
             "skills validate" for details
  missing    listed in skills.lock.json, but not installed
  hidden     disable-model-invocation hides it from the model
  With a skills.lock.json, also skills that were modified since installation.

Examples:
  skills list
  skills list --source user
  skills list --client claude-code
  skills list --root vendor/skills
  skills list --root builtin:/opt/agent/skills --format json

Exit codes:
  0  shown, even if there are none or some are broken
  2  usage or I/O error
`;

export function define(io: Io): Command {
  const command = createCommand("skills list", io).description(
    "List the skills that agents find, and which one takes precedence if several share a name.",
  );
  addRootsOptions(command).addOption(
    choiceOption("-f, --format <format>", "output format: text or json", formats, "text"),
  );
  return addColorOption(command).addHelpText("after", notes);
}

/**
 * `skills list`: prints the skills, which one takes precedence if several share a name, and why others do not load.
 */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  return ended ?? print(command.opts<Flags>(), io);
}

async function print(flags: Flags, io: Io): Promise<ExitCode> {
  const listed = list(rootsChoice(flags, io));
  const style = {
    paint: await paintFor(io, flags.color),
    width: Math.min(io.stdout.columns ?? 80, 100),
    command: programName(io),
  };
  io.stdout.write(flags.format === "json" ? reportJson(listed.report) : listText(listed, style));
  return listed.report.outcome;
}
