import { validate, type ValidateOptions } from "../../api/validate.ts";
import { targetIds, type TargetId } from "../../core/client.ts";
import { SkillsError } from "../../core/errors.ts";
import type { Report } from "../../core/report.ts";
import { quote } from "../../core/show.ts";
import { reporters, type Format } from "../../report/index.ts";
import { choose } from "../choose.ts";
import { wantsColor } from "../color.ts";
import type { ExitCode, Io } from "../io.ts";
import { createCommand, parseArguments } from "../program.ts";

interface Flags {
  readonly target?: readonly TargetId[];
  readonly format: Format;
  readonly quiet?: boolean;
  readonly maxWarnings?: number;
  readonly stdinName?: string;
  readonly color?: boolean;
}

const formats: readonly Format[] = ["json", "text"];

const notes = `
Targets:
  spec        the letter of the specification (the default)
  skills-ref  the specification's reference implementation
  claude-api  what the Skills API of Claude takes
  A finding for which a chosen target refuses the skill is an error.

Examples:
  skills validate                         every skill below the working directory
  skills validate my-skill/SKILL.md "plugins/*/skills/*"
  skills validate --target spec,skills-ref,claude-api my-skill
  skills validate --quiet --max-warnings 0 .
  git show HEAD:pdf/SKILL.md | skills validate - --stdin-name pdf

Exit codes:
  0  no errors, and no more warnings than --max-warnings
  1  problems found
  2  it could not be done: bad usage, nothing there to read, or no skill in scope
`;

/** `skills validate`: prints the report on standard output. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = createCommand("skills validate", io)
    .description("Check skills as the specification and the clients do: what is refused, by whom, where, and what to do about it.")
    .argument("[PATH...]", 'skill directories, SKILL.md files, trees, globs; "-" for a SKILL.md on standard input (default: ".")')
    .option("-t, --target <list>", "whose refusal is an error: a comma list of the targets below", addTargets)
    .option("-f, --format <format>", "text or json", (word) => choose("format", word, formats), "text" as const)
    .option("-q, --quiet", "show errors only")
    .option("--max-warnings <number>", "exit with 1 where there are more warnings than this", parseCount)
    .option("--stdin-name <name>", 'the directory that the SKILL.md of "-" would stand in')
    .option("--color", "colour the text, whatever the output is")
    .option("--no-color", "do not")
    .addHelpText("after", notes);
  const ended = parseArguments(command, args);
  return ended ?? report(command.args, command.opts<Flags>(), io);
}

async function report(operands: readonly string[], flags: Flags, io: Io): Promise<ExitCode> {
  const result = await validate(validateOptions(operands, flags, io));
  const { columns } = io.stdout;
  const context = { color: wantsColor(io, flags.color), quiet: flags.quiet === true, excerpt: result.excerpt, ...(columns !== undefined && { width: columns }) };
  io.stdout.write(reporters[flags.format](result.report, context));
  explainOutcome(result.report, flags, io);
  return result.report.outcome;
}

function validateOptions(operands: readonly string[], { target, maxWarnings, stdinName }: Flags, io: Io): ValidateOptions {
  const paths = operands.filter((path) => path !== "-");
  const piped = paths.length < operands.length;
  const stdin = piped ? { stdin: { name: directoryName(stdinName), bytes: io.readStdin() } } : {};
  if (!piped && stdinName !== undefined) throw new SkillsError("bad-usage", '--stdin-name is given, but no PATH is "-"');
  return {
    paths: operands.length === 0 ? ["."] : paths,
    cwd: io.cwd,
    targets: target ?? ["spec"],
    ...stdin,
    ...(maxWarnings !== undefined && { maxWarnings }),
  };
}

function directoryName(name: string | undefined): string {
  if (name === undefined) {
    const hint = "add --stdin-name NAME, the directory that it would stand in";
    throw new SkillsError("bad-usage", "a SKILL.md on standard input has no directory to hold its name against", { hint });
  }
  if (/^(?:|\.|\.\.|.*[/\0].*)$/s.test(name)) throw new SkillsError("bad-usage", `--stdin-name ${quote(name)} is not the name of a directory`);
  return name;
}

/** Too many warnings are the one failure that no finding shows. */
function explainOutcome({ outcome, summary }: Report, { maxWarnings }: Flags, io: Io): void {
  if (outcome === 1 && summary.errors === 0) io.stderr.write(`skills: ${summary.warnings} warnings, where --max-warnings allows ${maxWarnings}\n`);
}

function addTargets(list: string, before: readonly TargetId[] = []): readonly TargetId[] {
  const added = list.split(",").map((word) => choose("target", word.trim(), targetIds));
  return targetIds.filter((id) => before.includes(id) || added.includes(id));
}

function parseCount(word: string): number {
  const count = Number(word);
  if (!/^\d+$/.test(word) || !Number.isSafeInteger(count)) throw new SkillsError("bad-usage", `--max-warnings ${quote(word)} is not a whole number from 0`);
  return count;
}
