import path from "node:path";
import type { Command } from "commander";
import {
  init,
  hasSkills,
  initCommand,
  type InitOptions,
  type InitResult,
  initProject,
  type InitWords,
  requireDescription,
  type TemplateName,
  templateNames,
  templates,
  usualPlace,
} from "../../api/init.ts";
import { chooseClients } from "../../api/compat/choose-clients.ts";
import { proposeSkillName, requireSkillName } from "../../api/skill/require-skill-name.ts";
import { SkillsError } from "../../core/errors.ts";
import { series } from "../../core/sentence.ts";
import { reportJson } from "../../report/formats/json.ts";
import { clean, cleanPath } from "../../report/drawing/width.ts";
import { initText } from "../../report/commands/init-text.ts";
import { writePatch } from "../write-patch.ts";
import { unifiedDiff } from "../../report/drawing/unified-diff.ts";
import { askFrom, askWhether, type Ask } from "../ask.ts";
import type { CheckFlags } from "../options/check-options.ts";
import { choose } from "../../model/choose.ts";
import { clientOption, parseClients } from "../options/client-option.ts";
import { clientsOfConfig } from "../options/config-clients.ts";
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
  readonly ci?: boolean;
  readonly hook?: boolean;
  readonly plugin?: boolean;
  readonly client?: readonly string[];
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

const formats: readonly CheckFlags["format"][] = ["json", "text"];

const notes = `
Templates:
${templateNames.map((name) => `  ${name.padEnd(11)} ${templates[name].about}`).join("\n")}

Where:
  --in DIR; otherwise, with --client or clients in the config, the directory in
  the project that most of these clients read; otherwise the first that exists
  of .agents/skills, .claude/skills, .github/skills and skills, in the working
  directory or above it in the repository; otherwise a working directory that
  contains skills; otherwise a new directory "skills".

In a terminal, init asks for a missing name or description, and then for the
other options; --yes disables questions. The description is required: clients
choose a skill by it. No file is overwritten: all files are created, or none.
Where there are skills, --config and --workflow without a name create only
these files. --ci also creates skills.baseline.json with all findings of the
project's skills, so that the workflow fails only for new ones; where there is
a .gitlab-ci.yml, it prints a job to add to it instead of the workflow.
--plugin creates a plugin of this name, in --in or the working directory, with
the skill in skills/ and a manifest for each client with plugins among those of
--client or the config, by default for Claude Code and Codex CLI:
  claude-code  .claude-plugin/plugin.json
  codex        .codex-plugin/plugin.json
  copilot-cli  plugin.json of Agent Plugins, which VS Code and others read, too
  gemini-cli   gemini-extension.json
  cursor       .cursor-plugin/plugin.json
--hook creates no skill: it lets each agent that has a directory in the project,
or those of --client, check the skills that they edit. It adds a command to
their settings, and keeps the rest of these files.

Clients and targets:
  clients (--client) are where the skills must load: a loss is a warning.
  targets are who must accept them: a refusal is an error.
  The config has a line for each.

Examples:
  skills init
  skills init pdf-forms -d "Fills PDF forms. Use when a form is to be filled."
  skills init csv-join -d "Joins CSV files. Use for tables." --template scripts
  skills init --config --workflow
  skills init --config --ci --client claude-code,codex
  skills init --hook --client claude-code
  skills init pdf-forms -d "Fills PDF forms. Use for forms." --plugin
  skills init logs -d "Sums up logs. Use for logs." --evals --config --workflow

Exit codes:
  0  created
  1  dry run: nothing was created
  2  usage or I/O error, a name or description that a target refuses, or a file
     that already exists; nothing was created
`;

export function define(io: Io): Command {
  const command = createCommand("skills init", io)
    .description(
      "Create a skill that every target accepts, and optionally evals, a config and a CI workflow.",
    )
    .argument("[NAME]", "name of the skill and of its directory")
    .option("-d, --description <text>", "describe what the skill does and when to use it, in one line")
    .addOption(
      choiceOption(
        "--template <name>",
        "start from minimal, scripts, references, evals or scenario; see below",
        templateNames,
      ),
    )
    .option("--in <directory>", "create the skill's directory in this directory; see below")
    .option("--license <text>", "set the license field, such as Apache-2.0")
    .option("--evals", "also create evals/evals.json for skills test")
    .option("--config", "also create skills.config.yaml in the project's directory")
    .option("--workflow", "also create .github/workflows/skills.yml to check pull requests")
    .option("--hook", "let coding agents check each skill that they edit; see below")
    .option("--plugin", "create a plugin with the skill in it; see below")
    .option("--ci", "create config, baseline and workflow where there are skills; see below")
    .addOption(
      clientOption(
        "--client <list>",
        'agent clients for the config and the directory: comma-separated, "codex >=0.160" for a range (default: common)',
      ).argParser(parseClients),
    )
    .option("-y, --yes", "ask nothing and use the defaults")
    .option("--dry-run", "print what would be created as a patch; create nothing")
    .addOption(choiceOption("-f, --format <format>", "output format: text or json", formats, "text"));
  return addColorOption(command).addHelpText("after", notes);
}

/** `skills init`: asks on standard error, and prints the created files and the next steps on standard output. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  if (ended !== undefined) return ended;
  const [name] = command.args;
  const flags = command.opts<Flags>();
  const place = { cwd: io.cwd, env: io.env };
  if (flags.hook) return addHook(name, flags, io);
  if (flags.ci) requireNoSkill(name, flags);
  if (flags.ci || (name === undefined && isForProject(flags) && hasSkills(place)))
    return print(await initProject({ ...flags, ...place, ...projectClients(flags, io) }), flags, io);
  const known = flags.client ?? (flags.config ? undefined : await clientsOfConfig(io));
  return print(await init(wishes(name, flags, known, io)), flags, io);
}

/** Writes only the settings of clients. */
async function addHook(name: string | undefined, flags: Flags, io: Io): Promise<ExitCode> {
  const { hook: _hook, client, color: _color, format: _format, yes: _yes, dryRun, ...rest } = flags;
  if (name !== undefined || Object.keys(rest).length > 0)
    throw new SkillsError(
      "bad-usage",
      "--hook writes only the settings of clients; use it with --client alone",
    );
  const { initHook } = await import("../../api/hook/init-hook.ts");
  const result = await initHook({
    cwd: io.cwd,
    env: io.env,
    ...(client && { clients: client }),
    ...(dryRun && { dryRun }),
  });
  if (flags.format === "json" || dryRun) return print(result, flags, io);
  const { files } = result.report.data ?? { files: [] };
  const lines = files.map((file) => `added the hook to ${cleanPath(file)}`);
  const said = lines.length > 0 ? [...lines, ...result.once.map(clean)] : ["the hook is there already"];
  io.stdout.write(said.map((line) => `${line}\n`).join(""));
  return result.report.outcome;
}

/** The clients for the config, which are asked for in a terminal. */
function projectClients({ client, config, ci, yes }: Flags, io: Io): Pick<InitOptions, "clients"> {
  const isWritten = config === true || ci === true;
  if (client && !isWritten)
    throw new SkillsError("bad-usage", "--client is written to the config; add --config");
  const ask = yes || client || !isWritten ? undefined : askFrom(io);
  const clients = ask ? askForClients(ask) : client;
  return clients ? { clients } : {};
}

/** Undefined for the default. */
function askForClients(ask: Ask): readonly string[] | undefined {
  return ask({
    text: "Clients that must load the skills (such as claude-code,codex; all; or common)",
    usual: "common",
    read: (list) => {
      const words = parseClients(list);
      chooseClients(words);
      return words.join() === "common" ? undefined : words;
    },
  });
}

function requireNoSkill(name: string | undefined, flags: Flags): void {
  if (name !== undefined || !isForProject(flags))
    throw new SkillsError("bad-usage", "--ci creates no skill; leave out its name and options");
}

/** Whether the options ask for files of the project, and none is about a skill. */
function isForProject({
  config,
  workflow,
  ci,
  client: _client,
  color: _color,
  format: _format,
  yes: _yes,
  dryRun: _dry,
  ...rest
}: Flags) {
  return [config, workflow, ci].includes(true) && Object.keys(rest).length === 0;
}

/** The options as typed; if the name or the description is missing, the user is asked for it. */
function wishes(
  name: string | undefined,
  flags: Flags,
  clients: readonly string[] | undefined,
  io: Io,
): InitOptions {
  const { color: _color, format: _format, yes, ci: _ci, ...given } = flags;
  const { description } = given;
  if (name !== undefined && description !== undefined)
    return { ...given, name, description, ...(clients && { clients }), cwd: io.cwd, env: io.env };
  const ask = yes ? undefined : askFrom(io);
  if (name !== undefined) requireSkillName(name, (proposal, folder) => initCommand(given, proposal, folder));
  if (!ask) throw missing(name, given);
  return askFor(ask, name, { ...given, ...(clients && { clients }) }, io);
}

function missing(name: string | undefined, given: InitWords): SkillsError {
  const what =
    name === undefined
      ? "the skill's name is missing"
      : "the description is missing; clients choose a skill by it";
  return new SkillsError("bad-usage", what, {
    hint: `for example: ${initCommand(given, name ?? "pdf-forms")}`,
  });
}

/** Asks for the options that were not given. */
function askFor(
  ask: Ask,
  typed: string | undefined,
  given: Omit<Flags, "ci" | "color" | "format" | "yes"> & Pick<InitOptions, "clients">,
  io: Io,
): InitOptions {
  const name =
    typed ??
    ask({
      text: "Name (lower-case words joined by hyphens, such as pdf-forms)",
      usual: nameFor(io.cwd),
      propose: proposeSkillName,
      read: (word) => (requireSkillName(word, (proposal) => proposal), word),
    });
  const description =
    given.description ??
    ask({
      text: "What it does and when to use it (one line)",
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
  const clients = given.clients ?? (config ? askForClients(ask) : undefined);
  const workflow = given.workflow ?? askWhether(ask, "Add .github/workflows/skills.yml");
  const place =
    given.in ??
    ask({
      text: "Directory to create it in",
      usual: given.plugin ? "." : usualPlace({ cwd: io.cwd, env: io.env, ...(clients && { clients }) }),
      read: (word) => word,
    });
  io.stderr.write("\n");
  return {
    ...given,
    name,
    description,
    template,
    evals,
    config,
    workflow,
    ...(clients && { clients }),
    in: place,
    cwd: io.cwd,
    env: io.env,
  };
}

/** The name for a skill in a directory; none for a directory "skills", which is to contain several. */
function nameFor(directory: string): string | undefined {
  const folder = path.basename(directory);
  return folder === "skills" ? undefined : proposeSkillName(folder);
}

async function print(
  { report, path: created, changes, without, adopted }: InitResult,
  { format, color, dryRun }: Flags,
  io: Io,
): Promise<ExitCode> {
  const { columns } = io.stdout;
  if (format === "json") io.stdout.write(reportJson(report));
  else if (dryRun) writePatch(unifiedDiff(changes), await paintFor(io, color), io);
  else
    io.stdout.write(
      initText(
        report,
        created,
        changes.map(({ label, to }) => (label === "." ? to : `${label}/${to}`)),
        {
          paint: await paintFor(io, color),
          width: Math.min(columns ?? 80, 100),
          command: programName(io),
          adopted,
          without,
        },
      ),
    );
  return report.outcome;
}
