import type { Command } from "commander";
import {
  init,
  initCommand,
  type InitOptions,
  type InitWords,
  requireDescription,
  type TemplateName,
  templateNames,
  templates,
  usualPlace,
} from "../../api/init.ts";
import { requireSkillName } from "../../api/skill/require-skill-name.ts";
import { SkillsError } from "../../core/errors.ts";
import { series } from "../../core/sentence.ts";
import { reportJson } from "../../report/formats/json.ts";
import { initText } from "../../report/commands/init-text.ts";
import { unifiedDiff } from "../../report/drawing/unified-diff.ts";
import { askFrom, askWhether, type Ask } from "../ask.ts";
import type { CheckFlags } from "../options/check-options.ts";
import { choose } from "../options/choose.ts";
import { addColorOption, paintFor } from "../options/color.ts";
import type { ExitCode, Io } from "../io.ts";
import { programName } from "../program-name.ts";
import { choiceOption, createCommand, parseArguments } from "../program.ts";

interface Flags extends Pick<CheckFlags, "color" | "format"> {
  readonly description?: string;
  readonly template?: TemplateName;
  readonly in?: string;
  readonly license?: string;
  readonly evals?: boolean;
  readonly config?: boolean;
  readonly workflow?: boolean;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

const formats: readonly CheckFlags["format"][] = ["json", "text"];

const notes = `
Templates:
${templateNames.map((name) => `  ${name.padEnd(11)} ${templates[name].about}`).join("\n")}

Where:
  --in DIR; or else the first of .agents/skills, .claude/skills, .github/skills
  and skills that is there, in the working directory or above it in the
  repository; or a directory that holds skills itself; or a new one, skills.

At a terminal what has no default is asked for, and the rest then too; --yes
asks nothing. No description is made up: clients choose a skill by it alone.
Nothing that is there is written over, and all files are made, or none.

Examples:
  skills init
  skills init pdf-forms -d "Fills PDF forms. Use when a form is to be filled."
  skills init csv-join -d "Joins CSV files. Use for tables." --template scripts
  skills init logs -d "Sums up logs. Use for logs." --evals --config --workflow

Exit codes:
  0  made
  1  a dry run, which made nothing
  2  it could not be done, and nothing was made: bad usage, a name or a
     description that a target refuses, something that is there already, a file
     that cannot be written
`;

export function define(io: Io): Command {
  const command = createCommand("skills init", io)
    .description("Make a new skill that every target takes, and what a project of skills needs.")
    .argument("[NAME]", "the skill's name, and its directory's")
    .option("-d, --description <text>", "what it does, and when to use it, in one line")
    .addOption(
      choiceOption("--template <name>", "minimal, scripts, references or evals; see below", templateNames),
    )
    .option("--in <directory>", "where the skill's directory is to stand; see below")
    .option("--license <text>", "its license field, such as Apache-2.0")
    .option("--evals", "also evals/evals.json, which skills test reads")
    .option("--config", "also skills.config.yaml, in the project's directory")
    .option("--workflow", "also .github/workflows/skills.yml, which checks pull requests")
    .option("-y, --yes", "ask nothing: what is not given has its default")
    .option("--dry-run", "make nothing, but print what would be made as a patch")
    .addOption(choiceOption("-f, --format <format>", "text or json", formats, "text"));
  return addColorOption(command).addHelpText("after", notes);
}

/** `skills init`: asks on standard error, and prints what was made and what comes next on standard output. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  return ended ?? make(wishes(command.args[0], command.opts<Flags>(), io), command.opts<Flags>(), io);
}

/** What was typed, and what is asked for where something is missing that has no default. */
function wishes(name: string | undefined, flags: Flags, io: Io): InitOptions {
  const { color: _color, format: _format, yes, ...given } = flags;
  const { description } = given;
  if (name !== undefined && description !== undefined)
    return { ...given, name, description, cwd: io.cwd, env: io.env };
  const ask = yes ? undefined : askFrom(io);
  if (name !== undefined) requireSkillName(name, (proposal, folder) => initCommand(given, proposal, folder));
  if (!ask) throw missing(name, given);
  return askFor(ask, name, given, io);
}

function missing(name: string | undefined, given: InitWords): SkillsError {
  const what =
    name === undefined
      ? "no name was given"
      : "no description was given, and a client chooses a skill by nothing else";
  return new SkillsError("bad-usage", what, {
    hint: `for example: ${initCommand(given, name ?? "pdf-forms")}`,
  });
}

/** In the order in which they come to mind; what was given is not asked for. */
function askFor(
  ask: Ask,
  typed: string | undefined,
  given: Omit<Flags, "color" | "format" | "yes">,
  io: Io,
): InitOptions {
  const name =
    typed ??
    ask({
      text: "Name (lower-case words joined by hyphens, as pdf-forms)",
      read: (word) => (requireSkillName(word, (proposal) => proposal), word),
    });
  const description =
    given.description ??
    ask({
      text: "What it does, and when to use it (one line)",
      read: (word) => requireDescription({ name, description: word }),
    });
  const template =
    given.template ??
    ask({
      text: `Template (${series(templateNames, "or")})`,
      usual: "minimal",
      read: (word) => choose("template", word, templateNames),
    });
  const evals = given.evals ?? (templates[template].evals || askWhether(ask, "Add evals/evals.json"));
  const config = given.config ?? askWhether(ask, "Add skills.config.yaml");
  const workflow = given.workflow ?? askWhether(ask, "Add .github/workflows/skills.yml");
  const place =
    given.in ??
    ask({ text: "In which directory (a path from here)", usual: usualPlace(io), read: (word) => word });
  io.stderr.write("\n");
  return {
    ...given,
    name,
    description,
    template,
    evals,
    config,
    workflow,
    in: place,
    cwd: io.cwd,
    env: io.env,
  };
}

async function make(options: InitOptions, { format, color }: Flags, io: Io): Promise<ExitCode> {
  const { report, path, changes } = await init(options);
  const { columns } = io.stdout;
  if (format === "json") io.stdout.write(reportJson(report));
  else if (options.dryRun) io.stdout.write(unifiedDiff(changes));
  else
    io.stdout.write(
      initText(
        report,
        path,
        changes.map(({ label, to }) => (label === "." ? to : `${label}/${to}`)),
        {
          paint: await paintFor(io, color),
          width: Math.min(columns ?? 80, 100),
          command: programName(io.env),
        },
      ),
    );
  return report.outcome;
}
