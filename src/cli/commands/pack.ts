import type { Command } from "commander";
import { pack } from "../../api/pack/pack.ts";
import { packTargets, uploadNotes, type PackOptions, type PackTarget } from "../../api/pack/pack-options.ts";
import { SkillsError } from "../../core/errors.ts";
import { leftOutReasons } from "../../model/left-out.ts";
import { reportJson } from "../../report/formats/json.ts";
import { packText } from "../../report/commands/pack-text.ts";
import { policyText } from "../../report/commands/policy-text.ts";
import { wrap } from "../../report/drawing/text-wrap.ts";
import { namedIn } from "../options/config-clients.ts";
import { addPolicyOption, policyNotes } from "../options/policy-option.ts";
import { addColorOption, paintFor } from "../options/color.ts";
import type { ExitCode, Io } from "../io.ts";
import { choiceOption, createCommand, listOption, parseArguments } from "../program.ts";
import { showProgress } from "../progress.ts";

interface Flags
  extends Pick<
    PackOptions,
    "output" | "bundle" | "plugin" | "outDir" | "layout" | "check" | "followInternal" | "policy"
  > {
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
  those of skills validate (the default is spec), and uploaders:
${indent(uploadNotes)}
  A skill that a chosen uploader would refuse is not packed. The layout and the
  archive's format are the uploader's, unless --layout or --archive is given.

Excluded files, in every directory unless noted:
${Object.values(leftOutReasons)
  .map(({ noun, names }) => hang(noun, names))
  .join("\n")}

Plugins:
  --plugin packs the directory of a plugin with all its parts, its manifests at
  the root of the zip: Claude Code takes it with --plugin-dir, Gemini CLI from a
  release on GitHub. It is not packed if one of them or a client of the config
  refuses it, or the targets refuse one of its skills. Of each skill, the files
  above are left out, too. Settings of agents except .mcp.json, such as those in
  .claude, are refused; list them in a .skillignore next to the manifests.

${policyNotes}  If it denies a skill or the plugin, no archive is written.

Examples:
  skills pack my-skill                creates my-skill.zip here
  skills pack --target claude-ai my-skill
  skills pack --out-dir dist skills   one archive per skill
  skills pack --bundle all.zip skills one archive of all, for skills install
  skills pack --plugin my-plugin      creates my-plugin.zip here
  skills pack --list my-skill         list packed and excluded files
  skills pack --check my-skill.zip my-skill

Exit codes:
  0  written, or with --check the same bytes
  1  a skill is refused and not packed, or the policy denies one; with --check,
     the archive differs
  2  usage or I/O error, no skill or plugin in scope, or a file that changed
     during the run; an existing archive is not replaced
`;

export function define(io: Io): Command {
  const command = createCommand("skills pack", io)
    .description("Check skills, and build a reproducible archive of each, with a manifest of its files.")
    .argument("[DIR...]", 'skill directories, or directories that contain skills (default: ".")')
    .option(
      "-o, --output <file>",
      "write one skill's archive to this file (default: the skill's name and .zip)",
    )
    .option("--bundle <file>", "write one archive of all skills, each in its own directory")
    .option("--plugin", "write one zip of a whole plugin, from which clients install it")
    .option("--out-dir <dir>", 'write the archives to this directory (default: ".")')
    .addOption(
      choiceOption(
        "--archive <kind>",
        "archive format: zip, skill (a zip named .skill) or tar.gz",
        extensions,
      ),
    )
    .addOption(
      choiceOption(
        "--layout <layout>",
        "put the files in the skill's directory (wrapped) or at the root",
        layouts,
      ),
    )
    .option("--no-manifest", "do not add skill.manifest.json")
    .addOption(
      listOption(
        "-t, --target <list>",
        "check for these targets: a comma-separated list of the targets below",
        packTargets,
      ),
    )
    .option("--list", "list packed and excluded files; write nothing")
    .option("--check <archive>", "compare with this archive; write nothing")
    .option(
      "--follow-internal",
      "pack the targets of symlinks inside the skill; by default, symlinks are refused",
    )
    .addOption(choiceOption("-f, --format <format>", "output format: text or json", formats, "text"))
    .option("-q, --quiet", "show only errors and the paths of the archives");
  return addColorOption(addPolicyOption(command)).addHelpText("after", notes);
}

/** `skills pack`: writes the archives, and prints their digests on standard output. */
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
      `--check and ${rest.output === undefined ? "--out-dir" : "--output"} cannot be combined: --check writes nothing`,
    );
  const paths = operands.length > 0 ? operands : ["."];
  const progress = showProgress("packing", io);
  const options = {
    ...rest,
    paths,
    cwd: io.cwd,
    dryRun: list,
    onSkill: progress.step,
    ...(archive && { extension: archive }),
    ...(target && { targets: target }),
    ...(await namedIn(io)),
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
  io.stdout.write(
    format === "json"
      ? reportJson(result.report)
      : `${packText(view, context)}${policyText(result.report, { paint: context.paint, quiet: context.quiet, width: Math.min(columns ?? 80, 100) })}`,
  );
  return result.report.outcome;
}

function indent(text: string): string {
  return text.replace(/^/gm, "  ");
}

/** A term, followed by its text with a hanging indent. */
function hang(word: string, text: string): string {
  const [first = "", ...rest] = wrap(text, 58);
  return [`  ${word.padEnd(20)}${first}`, ...rest.map((line) => `${" ".repeat(22)}${line}`)].join("\n");
}
