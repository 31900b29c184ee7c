import type { Command } from "commander";
import { pack } from "../../api/pack/pack.ts";
import { packTargets, uploadNotes, type PackOptions, type PackTarget } from "../../api/pack/pack-options.ts";
import { SkillsError } from "../../core/errors.ts";
import { leftOutReasons } from "../../model/left-out.ts";
import { reportJson } from "../../report/formats/json.ts";
import { packText } from "../../report/commands/pack-text.ts";
import { wrap } from "../../report/drawing/text-wrap.ts";
import { addColorOption, paintFor } from "../options/color.ts";
import { tuneEngine } from "../engine.ts";
import type { ExitCode, Io } from "../io.ts";
import { choiceOption, createCommand, listOption, parseArguments } from "../program.ts";
import { showProgress } from "../progress.ts";

interface Flags extends Pick<PackOptions, "output" | "outDir" | "layout" | "check" | "followInternal"> {
  readonly archive?: PackOptions["extension"];
  readonly manifest: boolean;
  readonly target?: readonly PackTarget[];
  readonly list?: boolean;
  readonly format: (typeof formats)[number];
  readonly quiet?: boolean;
  readonly color?: boolean;
}

const formats = ["json", "text"] as const;
const extensions = ["zip", "skill", "tar.gz"] as const;
const layouts = ["wrapped", "root"] as const;

const notes = `
Targets:
  those of skills validate (the default is spec), and who takes uploads:
${indent(uploadNotes)}
  What an uploader would refuse is refused here, in its own words; an archive is
  laid out as it wants it, unless --layout or --archive says otherwise.

What stays out, wherever it stands unless it says otherwise:
${Object.values(leftOutReasons)
  .map(({ noun, names }) => hang(noun, names))
  .join("\n")}

Examples:
  skills pack my-skill                my-skill.zip, in the working directory
  skills pack --target claude-ai my-skill
  skills pack --out-dir dist skills   an archive of every skill below skills
  skills pack --list my-skill         what goes in and stays out; writes nothing
  skills pack --check my-skill.zip my-skill

Exit codes:
  0  written, or with --check the same bytes
  1  a skill is refused, and gets no archive; with --check, the archive differs
  2  it could not be done: bad usage, no skill in scope, a file that cannot be
     read or written, or that changes meanwhile; what was under the archive's
     name is still there
`;

export function define(io: Io): Command {
  const command = createCommand("skills pack", io)
    .description(
      "Check skills, and make of each the one archive that the same files give everywhere, with a manifest of them.",
    )
    .argument("[DIR...]", 'skill directories, and trees of them (default: ".")')
    .option("-o, --output <file>", "the archive, for one skill (default: the skill's name and .zip)")
    .option("--out-dir <dir>", 'where the archives go (default: ".")')
    .addOption(choiceOption("--archive <kind>", "zip, skill (a zip by another name) or tar.gz", extensions))
    .addOption(choiceOption("--layout <layout>", "wrapped in the skill's directory, or root", layouts))
    .option("--no-manifest", "put no skill.manifest.json in")
    .addOption(
      listOption("-t, --target <list>", "who must take it: a comma list of the targets below", packTargets),
    )
    .option("--list", "show what would go in and what would stay out, and write nothing")
    .option("--check <archive>", "pack in memory and compare with this archive; write nothing")
    .option(
      "--follow-internal",
      "pack what symbolic links within the skill lead to; otherwise any link is refused",
    )
    .addOption(choiceOption("-f, --format <format>", "text or json", formats, "text"))
    .option("-q, --quiet", "show errors, and the paths of the archives");
  return addColorOption(command).addHelpText("after", notes);
}

/** `skills pack`: writes the archives, and prints what they are known by on standard output. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  return ended ?? runPack(command.args, command.opts<Flags>(), io);
}

async function runPack(operands: readonly string[], flags: Flags, io: Io): Promise<ExitCode> {
  const { archive, target, manifest, list = false, format, color, quiet = false, ...rest } = flags;
  if (rest.check !== undefined && (rest.output ?? rest.outDir) !== undefined)
    throw new SkillsError(
      "bad-usage",
      `--check writes nothing, and ${rest.output === undefined ? "--out-dir" : "--output"} says where to`,
    );
  const paths = operands.length > 0 ? operands : ["."];
  await tuneEngine(paths, io.cwd);
  const progress = showProgress("packing", io);
  const options = {
    ...rest,
    paths,
    cwd: io.cwd,
    dryRun: list,
    onSkill: progress.step,
    ...(archive && { extension: archive }),
    ...(target && { targets: target }),
    ...(!manifest && { manifest }),
  };
  const result = await pack(options).finally(progress.end);
  const { columns } = io.stdout;
  const context = {
    paint: await paintFor(io, color),
    quiet,
    ...(columns !== undefined && { width: columns }),
  };
  const view = { ...result, list, ...(rest.check !== undefined && { check: rest.check }) };
  io.stdout.write(format === "json" ? reportJson(result.report) : packText(view, context));
  return result.report.outcome;
}

function indent(text: string): string {
  return text.replace(/^/gm, "  ");
}

/** A word, and behind it lines of text under one another. */
function hang(word: string, text: string): string {
  const [first = "", ...rest] = wrap(text, 58);
  return [`  ${word.padEnd(20)}${first}`, ...rest.map((line) => `${" ".repeat(22)}${line}`)].join("\n");
}
