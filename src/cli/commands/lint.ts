import type { Command } from "commander";
import type { LintOptions } from "../../api/lint/lint-options.ts";
import { selectLinted } from "../../api/lint/select-linted.ts";
import { configureLint } from "../../api/settings/configured.ts";
import { cacheNotes, cacheOptions } from "../options/cache-options.ts";
import { SkillsError } from "../../core/errors.ts";
import type { ExitCode, Io } from "../io.ts";
import {
  addCheckOptions,
  type CheckFlags,
  checkScope,
  clientNotes,
  targetNotes,
  typedSettings,
} from "../options/check-options.ts";
import { configNotes, printConfig } from "../options/config-option.ts";
import {
  addLintOptions,
  asksForFixes,
  fixNotes,
  fixOptions,
  type LintFlags,
  lintSettings,
  settledFlags,
  threeCommands,
} from "../options/lint-options.ts";
import { paintFor } from "../options/color.ts";
import { addJobsOption, type JobsFlags } from "../options/jobs-option.ts";
import { loadSettings } from "../options/load-settings.ts";
import { outputNotes } from "../options/output-option.ts";
import { explainScope, explainUnplaced, scopeNotes, scopeOptions } from "../options/scope-options.ts";
import { shardNotes } from "../options/shard-option.ts";
import {
  addExportOption,
  addPipeOptions,
  asksForLines,
  type ExportFlags,
  type PipeFlags,
  pipeNotes,
} from "../options/pipe-options.ts";
import { suppressionNotes } from "../options/suppression-options.ts";
import { typedTokens } from "../options/token-option.ts";
import { createCommand, parseArguments } from "../program.ts";

type Flags = LintFlags & JobsFlags & PipeFlags & ExportFlags & Pick<CheckFlags, "target">;

export function define(io: Io): Command {
  const command = createCommand("skills lint", io).description(
    "Check skills against the lint rules (target requirements, best practices, security) that are not off by default, and apply fixes.",
  );
  return addExportOption(addPipeOptions(addJobsOption(addLintOptions(addCheckOptions(command)), 1)))
    .option("--interactive", "ask about each fix: yes, no, all or quit; implies --fix")
    .option("--watch", "lint again on each change, until interrupted")
    .addHelpText("after", `\n${lintNotes}`);
}

/** `skills lint`: prints what was fixed and the report, or what a fix would change, on standard output. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  if (ended !== undefined) return ended;
  const { tokens: _default, ...typed } = command.opts<Flags>();
  if (typed.exportNdjson !== undefined) return exportLines(typed, command, io);
  if (asksForLines(typed)) return answerPiped(typed, command, io);
  const flags = typed.interactive && !asksForFixes(typed) ? { ...typed, fix: true } : typed;
  return runLint(command.args, { ...flags, ...typedTokens(command) }, io);
}

async function exportLines(flags: Flags, command: Command, io: Io): Promise<ExitCode> {
  const { exportScope, requireExportOnly } = await import("../pipe.ts");
  requireExportOnly(command);
  const settle = await loadSettings(flags, configureLint, io);
  const { options } = await settle({
    ...checkScope(command.args, flags, io),
    ...scopeOptions(command.args, flags, io),
  });
  return exportScope(options, command.opts<Flags>().exportNdjson!, io);
}

async function answerPiped(flags: Flags, command: Command, io: Io): Promise<ExitCode> {
  const { answerInput, requirePipeOnly } = await import("../pipe.ts");
  requirePipeOnly(command);
  const settle = await loadSettings(flags, configureLint, io);
  const { options } = await settle({
    ...checkScope([], flags, io),
    ...lintSettings([], flags),
    ...typedTokens(command),
  });
  return answerInput("lint", options, flags, io);
}

async function runLint(operands: readonly string[], flags: Flags, io: Io): Promise<ExitCode> {
  const said = lintSettings(operands, flags);
  if (flags.printConfig !== undefined)
    return printConfig({ operands, flags, given: { ...typedSettings(flags), ...said } }, io);
  const settle = await loadSettings(flags, configureLint, io);
  const given: LintOptions = {
    ...checkScope(operands, flags, io),
    ...scopeOptions(operands, flags, io),
    ...said,
    ...fixOptions(flags),
    ...(flags.interactive && { acceptFix: await askAbout(flags, io) }),
    ...(await cacheOptions(flags, io)),
    jobs: flags.jobs,
    blob: flags.format === "blob",
    timing: flags.timing === true,
  };
  const { options, plan, reload } = await settle(given);
  if (flags.watch) {
    const { lintUnwritten } = await import("../../api/lint/lint.ts");
    const { watchAndPrint } = await import("../watch.ts");
    return watchAndPrint({ options, run: lintUnwritten, configure: reload }, { flags, plan }, io);
  }
  // Rules are loaded while git lists the changes: both take about as long.
  const [selected, { lint, printPatch, printReport, text, fixText, fixHint }] = await Promise.all([
    options.changed && selectLinted(options),
    loadRules(),
  ]);
  const result = await lint(options, selected);
  if (result.scopeSummary) explainScope(result.scopeSummary, flags.quiet === true, io);
  explainUnplaced(result.unplaced ?? [], flags.quiet === true, io);
  const settled = settledFlags(flags, options);
  const isHinted = !asksForFixes(flags) && !flags.quiet;
  return flags.dryRun
    ? printPatch(result, { flags: settled, plan }, io)
    : printReport(
        result,
        { text, fixes: fixText, ...(isHinted && { below: fixHint }) },
        { flags: settled, plan },
        io,
      );
}

/** Throws a SkillsError for a dry run, which leaves nothing to ask about. */
async function askAbout(flags: Flags, io: Io): Promise<NonNullable<LintOptions["acceptFix"]>> {
  if (flags.dryRun)
    throw new SkillsError("bad-usage", "--interactive cannot be used with --dry-run; use one of them");
  const { askFixes } = await import("../ask-fixes.ts");
  return askFixes(io, await paintFor(io, flags.color));
}

/** Loads the modules that lint and print. */
async function loadRules() {
  const parts = await Promise.all([
    import("../../api/lint/lint.ts"),
    import("../print-report.ts"),
    import("../../report/formats/text.ts"),
    import("../../report/commands/fix-text.ts"),
  ]);
  const [{ lint }, { printPatch, printReport }, { text }, { fixHint, fixText }] = parts;
  return { lint, printPatch, printReport, text, fixHint, fixText };
}

/** Printed after the options in the help of `skills lint`. */
export const lintNotes = `One engine, three commands:
${threeCommands}
${targetNotes}${clientNotes}
${outputNotes}
${scopeNotes}
${shardNotes}
${fixNotes}
Rules:
  --rule sets the severity of a rule's findings. Findings for which a chosen
  target refuses the skill, or which endanger the user, remain errors. "off"
  hides all findings of the rule, but does not change any target's verdict.
${suppressionNotes}
Config:
${configNotes}
${cacheNotes}
${pipeNotes}
Examples:
  skills lint                           every skill below the working directory
  skills lint --fix my-skill
  skills lint --fix --interactive my-skill
  skills lint --dry-run --unsafe-fixes . > fixes.patch
  skills lint --rule body-length=off --rule reference-broken=error .
  skills lint --changed origin/main
  skills lint --write-baseline skills.baseline.json
  skills lint --cache --cache-location .cache/skills
  skills lint --format github -o results.sarif -o markdown=summary.txt

Exit codes:
  0  no errors, and no more warnings than --max-warnings; a dry run that would
     change nothing
  1  problems found, or left after fixing; a dry run that would change something
  2  usage or I/O error, no skill in scope, or a file that changed meanwhile
`;
