import type { Command } from "commander";
import { check, type CheckOptions, checkProject, projectScope } from "../../api/check/check.ts";
import { installedSkills } from "../../api/check/installed-skills.ts";
import { findUselessFixes, type UselessFixes } from "../../api/check/useless-fixes.ts";
import { configureCheck } from "../../api/settings/configured.ts";
import { quote } from "../../core/show.ts";
import { systemIds } from "../../model/agent.ts";
import { isClient, loaderIds, type Target, targets } from "../../model/target.ts";
import { uploadIds } from "../../model/upload.ts";
import { checkText } from "../../report/commands/check/check-text.ts";
import { detailedFixText } from "../../report/commands/fix-text.ts";
import { clean } from "../../report/drawing/width.ts";
import { cacheNotes, cacheOptions } from "../options/cache-options.ts";
import type { ExitCode, Io } from "../io.ts";
import {
  addCheckOptions,
  checkScope,
  clientNotes,
  targetNotes,
  typedSettings,
} from "../options/check-options.ts";
import { configNotes, printConfig } from "../options/config-option.ts";
import {
  addLintOptions,
  fixNotes,
  fixOptions,
  type LintFlags,
  lintSettings,
  settledFlags,
  threeCommands,
} from "../options/lint-options.ts";
import { fill } from "../options/list-terms.ts";
import { addJobsOption, type JobsFlags } from "../options/jobs-option.ts";
import { loadSettings } from "../options/load-settings.ts";
import { addPolicyOption, type PolicyFlags, policyNotes } from "../options/policy-option.ts";
import { outputNotes, type OutputPlan } from "../options/output-option.ts";
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
import { openNote, requireWeb, webNote } from "../options/web-options.ts";
import { printPatch, printReport } from "../print-report.ts";
import { programName } from "../program-name.ts";
import { createCommand, parseArguments } from "../program.ts";
import { type Progress, showProgress } from "../progress.ts";

interface Flags extends LintFlags, JobsFlags, PipeFlags, ExportFlags, PolicyFlags {
  readonly target?: readonly Target[];
  readonly web?: boolean;
  readonly open?: boolean;
}

/** The targets without clients of which it is not known how they read a SKILL.md. */
const checkable = targets.filter((id) => !isClient(id) || loaderIds.includes(id));

export function define(io: Io): Command {
  const command = createCommand("skills check", io).description(
    "Lint skills and predict which common clients load them; with --target also pack them for uploaders and simulate agents. Suggests the next command.",
  );
  const checking = addLintOptions(addCheckOptions(command, checkable, "the project's skills"));
  return addPolicyOption(addExportOption(addPipeOptions(addJobsOption(checking, "auto"))))
    .option("--watch", "check again on each change, until interrupted")
    .option("--web", webNote)
    .option("--open", openNote)
    .addHelpText("after", `\n${checkNotes}`);
}

/**
 * `skills check`: prints its report on standard output. Without a PATH, prints on standard error which skills it
 * checks.
 */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  if (ended !== undefined) return ended;
  const { tokens: _default, ...flags } = command.opts<Flags>();
  if (flags.exportNdjson !== undefined) return exportLines(flags, command, io);
  if (asksForLines(flags)) return answerPiped(flags, command, io);
  return report(command.args, { ...flags, ...typedTokens(command) }, io);
}

async function exportLines({ target: _, ...flags }: Flags, command: Command, io: Io): Promise<ExitCode> {
  const { exportScope, requireExportOnly } = await import("../pipe.ts");
  requireExportOnly(command);
  const settle = await loadSettings(flags, configureCheck, io);
  const { options } = await settle({
    ...checkScope(command.args, flags, io),
    ...scopeOptions(command.args, flags, io),
  });
  return exportScope(options, command.opts<Flags>().exportNdjson!, io);
}

async function answerPiped(flags: Flags, command: Command, io: Io): Promise<ExitCode> {
  const { answerInput, requirePipeOnly } = await import("../pipe.ts");
  requirePipeOnly(command);
  const settle = await loadSettings(flags, configureCheck, io);
  const { target, ...others } = flags;
  const { options } = await settle({
    ...checkScope([], others, io),
    ...lintSettings([], flags),
    ...(target && { targets: target }),
    ...typedTokens(command),
  });
  return answerInput("check", options, flags, io);
}

async function report(operands: readonly string[], flags: Flags, io: Io): Promise<ExitCode> {
  requireWeb(flags);
  const { target, ...others } = flags;
  const said = { ...lintSettings(operands, flags), ...(target && { targets: target }) };
  if (flags.printConfig !== undefined)
    return printConfig({ operands, flags, given: { ...typedSettings(others), ...said } }, io);
  const settle = await loadSettings(flags, configureCheck, io);
  const scopeFilter = scopeOptions(operands, flags, io);
  // Filters such as --changed apply to the whole tree: changed files can be anywhere.
  const isProject = operands.length === 0 && !scopeFilter.changed && !scopeFilter.files;
  const paths = isProject ? await projectPaths(flags.quiet === true, io) : undefined;
  const given: CheckOptions = {
    ...checkScope(operands, others, io),
    ...(paths && { paths }),
    ...scopeFilter,
    ...said,
    ...fixOptions(flags),
    ...policyOption(flags),
    ...(await cacheOptions(flags, io)),
    jobs: flags.jobs,
    blob: flags.format === "blob",
    timing: flags.timing === true,
  };
  const { options, plan, reload } = await settle(given);
  const progress = showProgress("checking", io);
  if (flags.watch || flags.web) {
    const { watchAndPrint, watchAndServe } = await import("../watch.ts");
    const watched = { options, run: checkAgain(progress, io), configure: reload };
    return flags.web
      ? watchAndServe(watched, { plan, open: flags.open }, io)
      : watchAndPrint(watched, { flags, plan }, io);
  }
  const suggestsFixes = !flags.quiet && !flags.dryRun && printsText(plan);
  const stepwise = { ...options, onSkill: progress.step };
  const checking = isProject ? checkProject(stepwise) : check(stepwise);
  const result = await checking.finally(progress.end);
  const useless: UselessFixes = suggestsFixes ? await findUselessFixes(options, result.report) : new Map();
  if (result.scopeSummary) explainScope(result.scopeSummary, flags.quiet === true, io);
  explainUnplaced(result.unplaced ?? [], flags.quiet === true, io);
  const settled = settledFlags(flags, options);
  if (flags.dryRun) return printPatch(result, { flags: settled, plan }, io);
  const typed = { operands: flags.files ? [] : operands, keep: keptWords(flags) };
  const view = {
    ...result,
    ...typed,
    isFiltered: result.scopeSummary !== undefined,
    command: programName(io),
    installed: installedSkills(result.report.subjects, io.cwd),
    useless,
  };
  return printReport(
    result.blob ? { ...result, blob: { ...result.blob, typed } } : result,
    { text: checkText(view), fixes: detailedFixText, allRules: true },
    { flags: settled, plan },
    io,
  );
}

/** A policy before a change is that of the commit from which it starts. */
function policyOption({ policy, settingsFrom, changed }: Flags): Pick<CheckOptions, "policy"> {
  if (policy === undefined) return {};
  const since = settingsFrom ?? (changed === true ? undefined : changed);
  return { policy: { file: policy, ...(since !== undefined && { since }) } };
}

/** Checks and, as `watchAndPrint` prints only findings, prints why the smoke tests are unreliable, if they are. */
function checkAgain({ step, end }: Progress, io: Io): typeof check {
  return async (options, memory) => {
    const result = await check({ ...options, onSkill: step }, memory).finally(end);
    for (const sentence of result.controls) io.stderr.write(`skills: ${clean(sentence)}\n`);
    return result;
  };
}

/** Only the text page suggests fixes. */
function printsText({ stdout, files }: OutputPlan): boolean {
  return stdout === "text" || files.some(({ format }) => format === "text");
}

async function projectPaths(quiet: boolean, io: Io): Promise<readonly string[]> {
  const { paths, found } = await projectScope(io.cwd, io.env);
  const where =
    found === "tree"
      ? "checking all skills under ."
      : paths[0] === "."
        ? "checking the skill in this directory"
        : `checking the skill ${quote(paths[0] ?? "")}, which contains this directory`;
  if (!quiet) io.stderr.write(`skills: ${clean(where)}\n`);
  return paths;
}

/** The options about targets, config and rules, which suggested commands repeat. */
function keptWords({
  target,
  client,
  config,
  security,
  syntax,
  inline,
  policy,
  rule = {},
}: Flags): readonly string[] {
  return [
    ...(target ? ["--target", target.join(",")] : []),
    ...(client ? ["--client", client.join(",")] : []),
    ...(typeof config === "string" ? ["--config", config] : config === false ? ["--no-config"] : []),
    ...(security ? ["--security"] : []),
    ...(policy === undefined ? [] : ["--policy", policy]),
    ...(syntax ? ["--syntax"] : []),
    ...(inline ? [] : ["--no-inline"]),
    ...Object.entries(rule).flatMap(([id, severity]) => ["--rule", `${id}=${severity}`]),
  ];
}

/** Printed after the options in the help of `skills check`. */
export const checkNotes = `One engine, three commands:
${threeCommands}
Without a PATH:
  Checks the skill that contains the working directory; otherwise all skills
  below, with those in .agents/skills, .claude/skills, .github/skills and
  skills that git ignores; with --changed, --files-from and --files, those of
  all skills below that they name.

${targetNotes}${clientNotes}  Uploaders, for which the skill is packed in memory if they are chosen; an
  archive (zip, .skill, .tar.gz) is checked as it is:
${fill(uploadIds.join(", "), "    ")}
  Systems, which are simulated loading the skill if they are chosen:
${fill(systemIds.join(", "), "    ")}
  What a chosen uploader may refuse is a warning.

${outputNotes}
${scopeNotes}
${shardNotes}
${fixNotes}  Fixes are applied before the skills are checked.

Rules:
  --rule works as in skills lint, and also takes the ids of target findings,
  such as upload-claude-ai and smoke-references; see "skills explain".
${suppressionNotes}
${policyNotes}  With --changed REF or --settings-from REF, the policy is that of the commit
  where this branch left REF, and a skill gains what it had not there.

Config:
${configNotes}
${cacheNotes}
${pipeNotes}
Examples:
  skills check                            the project's skills
  skills check my-skill
  skills check --fix my-skill
  skills check -t claude-ai pdf.zip       the skill in an archive, as it is
  skills check --target spec,claude-ai,agentskills my-skill
  skills check --changed origin/main --format github
  skills check --cache
  skills check --policy policy.yaml --changed origin/main
  skills check --watch my-skill
  skills check --web my-skill             prints an address for a browser
  skills check --web --open my-skill      opens it, too
  skills check --target all --rule smoke-announced=off -o summary.md

Exit codes:
  0  no errors, and no more warnings than --max-warnings
  1  problems found, or left after fixing; a dry run that would change something
  2  usage or I/O error, no skill in scope, a file that changed during the run,
     or smoke tests that cannot distinguish a working skill from a broken one
`;
