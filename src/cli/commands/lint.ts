import { configureLint } from "../../api/config/configured.ts";
import { lint } from "../../api/lint.ts";
import type { LintOptions, LintResult } from "../../api/lint-options.ts";
import type { RuleSetting, RuleSettings } from "../../api/rule-settings.ts";
import { SkillsError } from "../../core/errors.ts";
import type { Report } from "../../core/report.ts";
import { count } from "../../core/sentence.ts";
import type { TokenCount } from "../../core/token-counter.ts";
import { quote, show } from "../../core/show.ts";
import { fixHint, fixText } from "../../report/fix-text.ts";
import { reporters } from "../../report/index.ts";
import { timingText } from "../../report/timing-text.ts";
import { unifiedDiff } from "../../report/unified-diff.ts";
import { unparsedText } from "../../report/unparsed-text.ts";
import { addCheckOptions, checkScope, explainOutcome, targetNotes, typedSettings, type CheckFlags } from "../check-options.ts";
import { choose } from "../choose.ts";
import { addConfigOptions, chosenConfig, configFiles, configNotes, printConfig, type ConfigFlags } from "../config-option.ts";
import { tuneEngine } from "../engine.ts";
import type { ExitCode, Io } from "../io.ts";
import { outputNotes, planOutput, writeOutput, type OutputPlan } from "../output-option.ts";
import { createCommand, parseArguments } from "../program.ts";
import { reportContext } from "../report-context.ts";
import { addScopeOptions, explainScope, scopeNotes, scopeOptions, type ScopeFlags } from "../scope-options.ts";
import { addSuppressionOptions, explainBaseline, suppressionNotes, suppressionOptions, type SuppressionFlags } from "../suppression-options.ts";
import { addTokenOption, typedTokens } from "../token-option.ts";

interface Flags extends CheckFlags, ScopeFlags, ConfigFlags, SuppressionFlags {
  readonly fix?: boolean;
  readonly unsafeFixes?: boolean;
  readonly dryRun?: boolean;
  readonly rule?: RuleSettings;
  readonly security?: boolean;
  readonly syntax?: boolean;
  readonly timing?: boolean;
  /** Absent where the user did not type it. */
  readonly tokens?: TokenCount;
}

const settings: readonly RuleSetting[] = ["error", "warning", "info", "off"];

const notes = `
${targetNotes}
${outputNotes}
${scopeNotes}
Fixes:
  A fix changes the characters it names and no others. A safe one never changes
  what the skill means; --unsafe-fixes also makes those that may: renaming a
  file, moving a field, writing another name. Symbolic links are not written to.

Rules:
  --rule sets what the findings of a rule count as. Where a chosen target refuses
  the skill, and where its user is in danger, they stay errors; "off" hides
  them, errors too, but no target accepts a skill for it. "skills validate" has
  no such option: it says what the targets say.
${suppressionNotes}
Config:
${configNotes}
Examples:
  skills lint                              every skill below the working directory
  skills lint --fix my-skill
  skills lint --dry-run --unsafe-fixes . > fixes.patch
  skills lint --rule body-length=off --rule reference-broken=error .
  skills lint --changed origin/main
  skills lint --write-baseline skills.baseline.json
  skills lint --format github --output results.sarif --output markdown=summary.txt

Exit codes:
  0  no errors, and no more warnings than --max-warnings; a dry run that would change nothing
  1  problems found, or left after fixing; a dry run that would change something
  2  it could not be done: bad usage, nothing there to read or no skill in scope, a file
     that cannot be written or that changed meanwhile
`;

/** `skills lint`: prints what was fixed and the report, or what a fix would change, on standard output. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = createCommand("skills lint", io).description("Check skills as skills validate does, with advice on what every client takes, and mend what can be mended.");
  addCheckOptions(command)
    .option("--fix", "make the safe fixes")
    .option("--unsafe-fixes", "make the others too")
    .option("--dry-run", "make no fix, but print what --fix would change as a patch")
    .option("--rule <id=severity>", "error, warning, info or off for the findings of a rule; as often as needed", addRule)
    .option("--security", "also run the security rules that report what deserves a look, right or wrong")
    .option("--syntax", "also parse YAML, JavaScript and, by the programs installed, Python and shell")
    .option("--timing", "tell how long each rule took")
    .option("--watch", "go on, and lint again what changes, until interrupted; the config is read once");
  addTokenOption(addConfigOptions(addSuppressionOptions(addScopeOptions(command)))).addHelpText("after", notes);
  const ended = parseArguments(command, args);
  if (ended !== undefined) return ended;
  const { tokens: _usual, ...flags } = command.opts<Flags>();
  return report(command.args, { ...flags, ...typedTokens(command) }, io);
}

async function report(operands: readonly string[], flags: Flags, io: Io): Promise<ExitCode> {
  const fix = flags.unsafeFixes ? "unsafe" : asksForFixes(flags) ? "safe" : "none";
  const said = { ...suppressionOptions(operands, flags), security: flags.security === true, syntax: flags.syntax === true, ...(flags.tokens && { tokens: flags.tokens }), ...(flags.rule && { rules: flags.rule }) };
  if (flags.printConfig !== undefined) return printConfig(operands, flags, { ...typedSettings(flags), ...said }, io);
  const config = await chosenConfig(flags, io);
  const given: LintOptions = { ...checkScope(operands, flags, io), ...scopeOptions(operands, flags, io), ...said, fix, dryRun: flags.dryRun === true, timing: flags.timing === true };
  const options = config ? configureLint(given, config) : given;
  const plan = planOutput(flags, io, [...configFiles(config), ...(options.baseline ? [{ path: options.baseline.path, is: "the baseline" }] : [])]);
  await tuneEngine(options.paths, io.cwd);
  if (flags.watch) return (await import("../watch.ts")).watchAndPrint(options, flags, plan, io);
  const result = await lint(options);
  if (result.narrowed) explainScope(result.narrowed, flags.quiet === true, io);
  const settled = { ...flags, ...typedSettings({ maxWarnings: options.maxWarnings }), syntax: options.syntax === true };
  return flags.dryRun ? printPatch(result, settled, plan, io) : printReport(result, settled, plan, io);
}

function asksForFixes({ fix, unsafeFixes, dryRun }: Flags): boolean {
  return fix === true || unsafeFixes === true || dryRun === true;
}

async function printReport({ report, fixed, left, unparsed, timings, baseline, excerpt }: LintResult, flags: Flags, plan: OutputPlan, io: Io): Promise<ExitCode> {
  const context = await reportContext(excerpt, flags, plan, io);
  await writeOutput(report, context, plan, io);
  const text = plan.stdout === "text" ? fixText(fixed, left.filter(({ reason }) => reason === "unsafe").length) : "";
  io.stdout.write(`${text}${text === "" ? "" : "\n"}${reporters[plan.stdout](report, context)}`);
  if (plan.stdout === "text") {
    if (!asksForFixes(flags) && !flags.quiet) io.stdout.write(fixHint(report, context.width));
    if (unparsed.length > 0) io.stdout.write(unparsedText(unparsed));
    if (flags.timing) io.stdout.write(`\n${timingText(timings, report.summary.seconds)}`);
  }
  if (baseline) explainBaseline(baseline, report.summary, io);
  explainOutcome(report, flags, io);
  return report.outcome;
}

/** The patch alone, so that it can be piped into one that applies it, all else on standard error; in JSON beside the fixes it is made of. */
async function printPatch({ report, fixed, left, unparsed, timings, changes, excerpt }: LintResult, flags: Flags, plan: OutputPlan, io: Io): Promise<ExitCode> {
  const { syntax, timing } = flags;
  const patch = unifiedDiff(changes);
  const outcome = changes.length > 0 ? 1 : 0;
  const dry: Report = { ...report, outcome, data: { fixed, left, patch, ...(syntax && { unparsed }), ...(timing && { timings }) } };
  const context = await reportContext(excerpt, flags, plan, io);
  await writeOutput(dry, context, plan, io);
  if (plan.stdout !== "text") io.stdout.write(reporters[plan.stdout](dry, context));
  else {
    io.stdout.write(io.stdout.isTTY ? patch.split("\n").map((line) => show(line, Infinity)).join("\n") : patch);
    io.stderr.write(`skills: ${changes.length === 0 ? "nothing to fix" : `${count(changes.length, "file")} would change`}\n`);
    if (unparsed.length > 0) io.stderr.write(unparsedText(unparsed));
    if (timing) io.stderr.write(`\n${timingText(timings, report.summary.seconds)}`);
  }
  return outcome;
}

function addRule(word: string, before: RuleSettings = {}): RuleSettings {
  const [, id, setting] = /^([^=]*)=(.*)$/s.exec(word) ?? [];
  if (id === undefined || setting === undefined) throw new SkillsError("bad-usage", `--rule ${quote(word)} is no id=severity`, { hint: "for example: --rule body-length=off" });
  return { ...before, [id]: choose("severity", setting, settings) };
}
