import type { Command } from "commander";
import { check, type CheckOptions, checkProject, projectScope } from "../../api/check/check.ts";
import { installedSkills } from "../../api/check/installed-skills.ts";
import { findUselessFixes } from "../../api/check/useless-fixes.ts";
import { configureCheck } from "../../api/settings/configured.ts";
import { quote } from "../../core/show.ts";
import { type CheckTarget, checkTargets } from "../../model/target.ts";
import { checkText } from "../../report/commands/check/check-text.ts";
import { detailedFixText } from "../../report/commands/fix-text.ts";
import { clean } from "../../report/drawing/width.ts";
import { tuneEngine } from "../engine.ts";
import type { ExitCode, Io } from "../io.ts";
import { addCheckOptions, checkScope, targetNotes, typedSettings } from "../options/check-options.ts";
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
import { loadSettings } from "../options/load-settings.ts";
import { outputNotes } from "../options/output-option.ts";
import { explainScope, scopeNotes, scopeOptions } from "../options/scope-options.ts";
import { suppressionNotes } from "../options/suppression-options.ts";
import { typedTokens } from "../options/token-option.ts";
import { printPatch, printReport } from "../print-lint.ts";
import { programName } from "../program-name.ts";
import { createCommand, parseArguments } from "../program.ts";
import { showProgress } from "../progress.ts";

interface Flags extends LintFlags {
  readonly target?: readonly CheckTarget[];
}

export function define(io: Io): Command {
  const command = createCommand("skills check", io).description(
    "Check skills as skills lint does, and try them: pack them in memory for every uploader, and play every system of agents with them. Says what to type next.",
  );
  return addLintOptions(addCheckOptions(command, checkTargets, "the skills of the project")).addHelpText(
    "after",
    `\n${checkNotes}`,
  );
}

/** `skills check`: prints one page on standard output; where it looks, if nobody says it, on standard error. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  if (ended !== undefined) return ended;
  const { tokens: _usual, ...flags } = command.opts<Flags>();
  return report(command.args, { ...flags, ...typedTokens(command) }, io);
}

async function report(operands: readonly string[], flags: Flags, io: Io): Promise<ExitCode> {
  const { target, ...others } = flags;
  const said = { ...lintSettings(operands, flags), ...(target && { targets: target }) };
  if (flags.printConfig !== undefined)
    return printConfig({ operands, flags, given: { ...typedSettings(others), ...said } }, io);
  const settle = await loadSettings(flags, configureCheck, io);
  const scopeFilter = scopeOptions(operands, flags, io);
  // A change may lie anywhere.
  const isProject = operands.length === 0 && Object.keys(scopeFilter).length === 0;
  const paths = isProject ? await projectPaths(flags.quiet === true, io) : undefined;
  const given: CheckOptions = {
    ...checkScope(operands, others, io),
    ...(paths && { paths }),
    ...scopeFilter,
    ...said,
    ...fixOptions(flags),
    timing: flags.timing === true,
  };
  const { options, plan } = settle(given);
  await tuneEngine(options.paths, io.cwd);
  const progress = showProgress("checking", io);
  const result = await (isProject ? checkProject : check)({ ...options, onSkill: progress.step }).finally(
    progress.end,
  );
  if (result.scopeSummary) explainScope(result.scopeSummary, flags.quiet === true, io);
  const settled = settledFlags(flags, options);
  if (flags.dryRun) return printPatch(result, { flags: settled, plan }, io);
  const view = {
    ...result,
    operands: flags.files ? [] : operands,
    isFiltered: result.scopeSummary !== undefined,
    keep: keptWords(flags),
    command: programName(io.env),
    installed: installedSkills(result.report.subjects, io.cwd),
    useless: flags.quiet ? new Map() : await findUselessFixes(options, result.report),
  };
  return printReport(
    result,
    { text: checkText(view), fixes: detailedFixText, allRules: true },
    { flags: settled, plan },
    io,
  );
}

async function projectPaths(quiet: boolean, io: Io): Promise<readonly string[]> {
  const { paths, found } = await projectScope(io.cwd, io.env);
  const where =
    found === "tree"
      ? "looking for skills in all of this directory"
      : paths[0] === "."
        ? "this directory is a skill"
        : `this directory is in the skill ${quote(paths[0] ?? "")}`;
  if (!quiet) io.stderr.write(`skills: no PATH is given; ${clean(where)}\n`);
  return paths;
}

/** What decides on what is found beside PATHs. */
function keptWords({ config, security, syntax, inline, rule = {} }: Flags): readonly string[] {
  return [
    ...(typeof config === "string" ? ["--config", config] : config === false ? ["--no-config"] : []),
    ...(security ? ["--security"] : []),
    ...(syntax ? ["--syntax"] : []),
    ...(inline ? [] : ["--no-inline"]),
    ...Object.entries(rule).flatMap(([id, severity]) => ["--rule", `${id}=${severity}`]),
  ];
}

/** For the end of the help of `skills check`. */
export const checkNotes = `One engine, three commands:
${threeCommands}
Without a PATH:
  The skill that the working directory is, or is in; else those in
  .agents/skills, .claude/skills, .github/skills and skills; else all below, as
  always with --changed, --files-from and --files.

${targetNotes}  Uploaders, for which the skill is packed in memory:
    claude-ai, claude-api, openai, gemini, clawhub, langfuse, well-known
  Systems of agents, which are played with the skill, without a model:
    agentskills, agio, react-actions, spring-ai-alibaba, harness9
  All are asked. Of those not chosen only what they refuse is told, as a
  warning; what chosen ones may refuse, or find odd, is told as a note.

${outputNotes}
${scopeNotes}
${fixNotes}  They are made first, and what is left is checked.

Rules:
  --rule is as for skills lint, and takes the ids of what targets say, too:
  upload-claude-ai, smoke-references and so on; see "skills explain".
${suppressionNotes}
Config:
${configNotes}
Examples:
  skills check                            the skills of this project
  skills check my-skill
  skills check --fix my-skill
  skills check --target spec,claude-ai,agentskills my-skill
  skills check --changed origin/main --format github
  skills check --rule smoke-announced=off --format json -o summary.md

Exit codes:
  0  no errors, and no more warnings than --max-warnings
  1  problems found, or left after fixing; a dry run that would change something
  2  it could not be done: bad usage, nothing to read, no skill in scope, a file
     that cannot be written or changed meanwhile, or the smoke tests do not
     tell a sound skill from an unsound one
`;
