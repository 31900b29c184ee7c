import { validate } from "../../api/validate.ts";
import { reporters } from "../../report/index.ts";
import { addCheckOptions, checkScope, explainOutcome, targetNotes, type CheckFlags } from "../check-options.ts";
import { wantsColor } from "../color.ts";
import { tuneEngine } from "../engine.ts";
import type { ExitCode, Io } from "../io.ts";
import { createCommand, parseArguments } from "../program.ts";

const notes = `
${targetNotes}
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
  const command = createCommand("skills validate", io).description("Check skills as the specification and the clients do: what is refused, by whom, where, and what to do about it.");
  addCheckOptions(command).addHelpText("after", notes);
  const ended = parseArguments(command, args);
  return ended ?? report(command.args, command.opts<CheckFlags>(), io);
}

async function report(operands: readonly string[], flags: CheckFlags, io: Io): Promise<ExitCode> {
  const scope = checkScope(operands, flags, io);
  await tuneEngine(scope.paths, io.cwd);
  const result = await validate(scope);
  const { columns } = io.stdout;
  const context = { color: wantsColor(io, flags.color), quiet: flags.quiet === true, excerpt: result.excerpt, ...(columns !== undefined && { width: columns }) };
  io.stdout.write(reporters[flags.format](result.report, context));
  explainOutcome(result.report, flags, io);
  return result.report.outcome;
}
