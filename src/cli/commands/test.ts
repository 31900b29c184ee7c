import type { Command } from "commander";
import { test, type TestReport } from "../../api/test/test.ts";
import { type SystemId, systemIds } from "../../model/agent.ts";
import type { TokenCount } from "../../model/token-counter.ts";
import { testJunit } from "../../report/commands/test/test-junit.ts";
import { testMarkdown } from "../../report/commands/test/test-markdown.ts";
import { testText } from "../../report/commands/test/test-text.ts";
import { reportJson } from "../../report/formats/json.ts";
import { tuneEngine } from "../engine.ts";
import type { ExitCode, Io } from "../io.ts";
import { agentNotes } from "../options/agent-notes.ts";
import { parseAmount } from "../options/amount.ts";
import { addReadOptions, type CheckFlags, checkScope } from "../options/check-options.ts";
import { paintFor } from "../options/color.ts";
import { addScopeOptions, explainScope, type ScopeFlags, scopeOptions } from "../options/scope-options.ts";
import { addScriptOptions, type ScriptFlags, scriptNotes, scriptsFor } from "../options/script-options.ts";
import { addTokenOption } from "../options/token-option.ts";
import { choiceOption, createCommand, listOption, parseArguments } from "../program.ts";
import { showProgress } from "../progress.ts";

const formats = ["json", "junit", "markdown", "text"] as const;

interface Flags extends ScriptFlags, ScopeFlags, Pick<CheckFlags, "color" | "stdinName" | "quiet"> {
  readonly format: (typeof formats)[number];
  readonly system?: readonly SystemId[];
  readonly filter?: string;
  readonly update?: boolean;
  readonly baseline?: string;
  readonly verbose?: boolean;
  readonly jobs: number;
  readonly tokens: TokenCount;
  readonly maxEntryTokens?: number;
  readonly maxBodyTokens?: number;
  readonly maxFileTokens?: number;
}

export function define(io: Io): Command {
  const command = createCommand("skills test", io)
    .argument(
      "[PATH...]",
      'skill directories, trees, globs, *.scenario.yaml and files of evals; "-" for a SKILL.md on standard input (default: ".")',
    )
    .description(
      "Plays agents with skills, without a model and offline: what they announce, load, read and refuse, in which order and at what cost.",
    )
    .addOption(
      listOption(
        "-s, --system <list>",
        "which agents, a comma list of those below (default: all)",
        systemIds,
      ),
    )
    .option("--filter <text>", "only the tests whose names hold it")
    .addOption(choiceOption("-f, --format <format>", "text, json, junit or markdown", formats, "text"))
    .option("-q, --quiet", "show failures only")
    .option("-v, --verbose", "show every test, and all that happened in it")
    .option("--baseline <file>", "a report of --format json: what failed there does not count")
    .option("--update", "write the traces of scenarios beside them (*.trace.json)")
    .option(
      "--max-entry-tokens <number>",
      "the most tokens of name and description",
      amount("--max-entry-tokens"),
    )
    .option(
      "--max-body-tokens <number>",
      "the most tokens of a body (more than 5,000 are a warning)",
      amount("--max-body-tokens"),
    )
    .option(
      "--max-file-tokens <number>",
      "the most tokens of a file that a body names",
      amount("--max-file-tokens"),
    )
    .option(
      "--jobs <number>",
      "how many skills and scenarios at a time; it pays where programs are run",
      amount("--jobs"),
      4,
    );
  return addTokenOption(addScriptOptions(addReadOptions(addScopeOptions(command)))).addHelpText(
    "after",
    `\n${testNotes}\n${scriptNotes}`,
  );
}

/** `skills test`: plays agents with skills, and prints what they did not do. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  return ended ?? runTests(command.args, command.opts<Flags>(), io);
}

async function runTests(operands: readonly string[], flags: Flags, io: Io): Promise<ExitCode> {
  const { paths, cwd, stdin } = checkScope(operands, flags, io);
  await tuneEngine(paths, io.cwd);
  const scripts = await scriptsFor(flags, io);
  const {
    system,
    filter,
    baseline,
    update = false,
    verbose = false,
    jobs,
    tokens,
    maxEntryTokens: entry,
    maxBodyTokens: body,
    maxFileTokens: file,
  } = flags;
  const limits = {
    ...(entry !== undefined && { entry }),
    ...(body !== undefined && { body }),
    ...(file !== undefined && { file }),
  };
  const progress = showProgress("testing", io);
  try {
    const tested = await test({
      paths,
      cwd,
      env: io.env,
      tokens,
      limits,
      update,
      jobs,
      traces: verbose,
      onStep: progress.step,
      ...(stdin && { stdin }),
      ...(system && { systems: system }),
      ...(filter !== undefined && { filter }),
      ...(baseline !== undefined && { baseline }),
      ...(scripts && { scripts }),
      ...scopeOptions(operands, flags, io),
    });
    progress.end();
    if (tested.scopeSummary) explainScope(tested.scopeSummary, flags.quiet === true, io);
    io.stdout.write(await draw(tested, flags, io));
    return tested.report.outcome;
  } finally {
    progress.end();
  }
}

async function draw(
  tested: TestReport,
  { format, color, quiet = false, verbose = false, tokens }: Flags,
  io: Io,
): Promise<string> {
  const counter = tokens === "exact" ? "o200k_base" : "estimate";
  if (format === "json") return reportJson(tested.report);
  if (format === "junit") return testJunit(tested.run, counter);
  if (format === "markdown") return testMarkdown(tested.run);
  return testText(tested, {
    paint: await paintFor(io, color),
    width: Math.min(io.stdout.columns || 80, 100),
    counter,
    quiet,
    verbose,
  });
}

function amount(option: string): (word: string) => number {
  return (word) => parseAmount(option, word);
}

/** For the end of the help of `skills test`. */
export const testNotes = `What is tested of every skill, in each agent:
  announced   it is in the catalogue, or hidden as its fields ask
  activated   its instructions are loaded when it is called by its name
  body        what reaches the model is what the file holds
  references  each file that the instructions name can be had by the path given
  again       asking twice repeats nothing, or does what the agent documents
  escapes     "..", absolute paths and links that lead out are refused
  reads       nothing was read but its head, its instructions when they were
              called for, and the files asked for
  nested      what a second SKILL.md inside it is to the agent
and whatever the agent: budget, its tokens at each tier; and modes, the commands
that break where an installer drops the executable bits.
  An agent that leaves a skill out fails "announced", with its reason: choose
  the agents that matter to you by --system.

What is played:
  *.scenario.yaml in a skill, or named as a PATH, and files of evals; by
  --update the trace of each scenario is kept beside it, and must stay as it is.
  "skills check" plays none of them. A scenario in a skill goes into its
  archive, unless a .skillignore names it.
  It can be proved what an agent does with a skill; not that a model would
  choose it. Evals of a skill of which nothing can be decided offline are told
  in a warning; those that you name by their path could not be measured.

Scope:
  --changed, --changed REF, --files-from and --files choose among skills as for
  skills lint; files of tests that are named are played in any case.

${agentNotes}
Examples:
  skills test                                 every skill here, in all agents
  skills test my-skill --system agentskills
  skills test my-skill --filter references --verbose
  skills test tests/fills-a-form.scenario.yaml --update
  skills test --changed origin/main
  skills test --format junit > junit.xml
  skills test --format json > before.json; skills test --baseline before.json

Exit codes:
  0  all passed, with warnings or without
  1  a test failed
  2  something could not be measured; or bad usage, or nothing there to test
`;
