import type { Command } from "commander";
import { configureValidate } from "../../api/settings/configured.ts";
import { validate } from "../../api/validate.ts";
import { drawPieces } from "../../report/formats/index.ts";
import {
  addCheckOptions,
  checkScope,
  clientNotes,
  explainOutcome,
  targetNotes,
  typedSettings,
  type CheckFlags,
} from "../options/check-options.ts";
import { addCacheOptions, cacheNotes, cacheOptions, type CacheFlags } from "../options/cache-options.ts";
import { addConfigOptions, configNotes, printConfig, type ConfigFlags } from "../options/config-option.ts";
import { type ExitCode, type Io, writePieces } from "../io.ts";
import { threeCommands } from "../options/lint-options.ts";
import { addJobsOption, type JobsFlags } from "../options/jobs-option.ts";
import { loadSettings } from "../options/load-settings.ts";
import { outputNotes, writeOutput } from "../options/output-option.ts";
import {
  addExportOption,
  addPipeOptions,
  asksForLines,
  type ExportFlags,
  type PipeFlags,
  pipeNotes,
} from "../options/pipe-options.ts";
import { addShardOption, shardNotes } from "../options/shard-option.ts";
import { createCommand, parseArguments } from "../program.ts";
import { writeBlob } from "../write-blob.ts";
import { reportContext } from "../report-context.ts";
import {
  addScopeOptions,
  explainScope,
  scopeNotes,
  scopeOptions,
  type ScopeFlags,
} from "../options/scope-options.ts";

const notes = `
One engine, three commands:
${threeCommands}
${targetNotes}${clientNotes}
${outputNotes}
${scopeNotes}
${shardNotes}
Config:
  Only targets (also in overrides), ignore and max-warnings are read from the
  config. What a chosen target refuses is an error; what another target refuses,
  or only the specification asks for, is a warning or a note.
${configNotes}
${cacheNotes}
${pipeNotes}
Examples:
  skills validate                        every skill below the working directory
  skills validate my-skill/SKILL.md "plugins/*/skills/*"
  skills validate --target spec,skills-ref,claude-api my-skill
  skills validate --quiet --max-warnings 0 .
  skills validate --format github --output results.sarif --output junit.xml
  skills validate --changed origin/main
  skills validate --cache
  git show HEAD:pdf/SKILL.md | skills validate - --stdin-name pdf

Exit codes:
  0  no errors, and no more warnings than --max-warnings
  1  problems found
  2  usage or I/O error, or no skill in scope
`;

type Flags = CheckFlags & ScopeFlags & ConfigFlags & CacheFlags & JobsFlags & PipeFlags & ExportFlags;

/** The config keys that --print-config shows; `validate` ignores the others. */
const supportedConfigKeys = ["path", "files", "ignored", "targets", "overrides", "max-warnings"];

export function define(io: Io): Command {
  const command = createCommand("skills validate", io).description(
    "Check skills against the specification and clients: what is refused, by which client, where, and how to fix it.",
  );
  return addExportOption(
    addPipeOptions(
      addJobsOption(
        addCacheOptions(addConfigOptions(addShardOption(addScopeOptions(addCheckOptions(command))))),
        1,
      ),
    ),
  ).addHelpText("after", notes);
}

/** `skills validate`: prints the report on standard output. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  if (ended !== undefined) return ended;
  const flags = command.opts<Flags>();
  if (flags.exportNdjson !== undefined) return exportLines(flags, command, io);
  return asksForLines(flags) ? answerPiped(flags, command, io) : validatePaths(command.args, flags, io);
}

async function exportLines(flags: Flags, command: Command, io: Io): Promise<ExitCode> {
  const { exportScope, requireExportOnly } = await import("../pipe.ts");
  requireExportOnly(command);
  const settle = await loadSettings(flags, configureValidate, io);
  const { options } = await settle({
    ...checkScope(command.args, flags, io),
    ...scopeOptions(command.args, flags, io),
  });
  return exportScope(options, command.opts<Flags>().exportNdjson!, io);
}

async function answerPiped(flags: Flags, command: Command, io: Io): Promise<ExitCode> {
  const { answerInput, requirePipeOnly } = await import("../pipe.ts");
  requirePipeOnly(command);
  const settle = await loadSettings(flags, configureValidate, io);
  const { options } = await settle(checkScope([], flags, io));
  return answerInput("validate", options, flags, io);
}

async function validatePaths(operands: readonly string[], flags: Flags, io: Io): Promise<ExitCode> {
  if (flags.printConfig !== undefined)
    return printConfig({ operands, flags, given: typedSettings(flags), supportedConfigKeys }, io);
  const settle = await loadSettings(flags, configureValidate, io);
  const given = {
    ...checkScope(operands, flags, io),
    ...scopeOptions(operands, flags, io),
    ...(await cacheOptions(flags, io)),
    jobs: flags.jobs,
    blob: flags.format === "blob",
  };
  const { options: scope, plan } = await settle(given);
  const { report, scopeSummary, blob } = await validate(scope);
  if (scopeSummary) explainScope(scopeSummary, flags.quiet === true, io);
  const context = await reportContext(flags, plan, io);
  await writeOutput(report, context, plan);
  if (plan.stdout === "blob") await writeBlob(blob, io);
  else writePieces(drawPieces(plan.stdout, report, context), io.stdout);
  explainOutcome(report, scope, io);
  return report.outcome;
}
