import { series } from "../../core/sentence.ts";
import { fill } from "../options/list-terms.ts";
import type { Command } from "commander";
import { listSettings } from "../../api/test/list-settings.ts";
import type { ModelOptions } from "../../api/test/test-model.ts";
import { test, type TestOptions, type TestReport } from "../../api/test/test.ts";
import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { type SystemId, systemIds } from "../../model/agent.ts";
import { defaultSystem, realClientIds, type Target, targets } from "../../model/target.ts";
import type { TokenCount } from "../../model/token-counter.ts";
import { settingsText } from "../../report/commands/test/settings-text.ts";
import { testHtml } from "../../report/commands/test/test-html.ts";
import { testJunit } from "../../report/commands/test/test-junit.ts";
import { testMarkdown } from "../../report/commands/test/test-markdown.ts";
import { testText } from "../../report/commands/test/test-text.ts";
import { clean } from "../../report/drawing/width.ts";
import { reportJson } from "../../report/formats/json.ts";
import type { ExitCode, Io } from "../io.ts";
import { agentNotes } from "../options/agent-notes.ts";
import { parseAmount } from "../options/amount.ts";
import { addCacheOptions, type CacheFlags, cacheNotes, cacheOptions } from "../options/cache-options.ts";
import { addReadOptions, type CheckFlags, checkScope } from "../options/check-options.ts";
import { clientOption, parseClients } from "../options/client-option.ts";
import { paintFor } from "../options/color.ts";
import { chosenConfig } from "../options/config-option.ts";
import { requireText } from "../options/output-option.ts";
import { addScopeOptions, explainScope, type ScopeFlags, scopeOptions } from "../options/scope-options.ts";
import { addScriptOptions, type ScriptFlags, scriptNotes, scriptsFor } from "../options/script-options.ts";
import {
  addStartOptions,
  refuseStartFlags,
  type StartFlags,
  startOptions,
} from "../options/start-options.ts";
import { addTokenOption } from "../options/token-option.ts";
import { choiceOption, createCommand, listOption, parseArguments } from "../program.ts";
import { showProgress } from "../progress.ts";
import { asTyped } from "../../report/drawing/as-typed.ts";
import { programName } from "../program-name.ts";

const formats = ["html", "json", "junit", "markdown", "text"] as const;

interface Flags
  extends ScriptFlags,
    AgentFlags,
    ModelFlags,
    ScopeFlags,
    StartFlags,
    CacheFlags,
    Pick<CheckFlags, "color" | "stdinName" | "quiet"> {
  readonly format: (typeof formats)[number];
  readonly printSettings?: SystemId;
  readonly filter?: string;
  readonly update?: boolean;
  readonly baseline?: string;
  readonly otel?: string;
  readonly verbose?: boolean;
  readonly summary?: boolean;
  readonly jobs: number;
  readonly tokens: TokenCount;
  readonly maxEntryTokens?: number;
  readonly maxBodyTokens?: number;
  readonly maxFileTokens?: number;
  readonly real?: string;
  readonly routing?: string;
  readonly write?: boolean;
}

export function define(io: Io): Command {
  const command = createCommand("skills test", io)
    .argument(
      "[PATH...]",
      'skill directories, trees, globs, *.scenario.yaml and eval files; "-" for a SKILL.md on standard input (default: ".")',
    )
    .description(
      "Simulate agents loading the skill, offline and without a model unless you name one, and check what they announce, load, read and refuse, and the token cost.",
    )
    .addOption(
      choiceOption("--print-settings <id>", "print a system's settings for scenarios, and exit", systemIds),
    )
    .option("--filter <text>", "run only tests whose name contains the text")
    .addOption(choiceOption("-f, --format <format>", "text, json, junit, markdown or html", formats, "text"))
    .option("-q, --quiet", "show failures only")
    .option("-v, --verbose", "show every test with its full transcript")
    .option("--summary", "show one row per skill or file instead of the failures")
    .option("--baseline <file>", "report of an earlier --format json run; ignore its failures")
    .option("--otel <file>", "save the sessions as OpenTelemetry spans (OTLP JSON)")
    .option("--update", "write each scenario's trace next to it (*.trace.json)")
    .option(
      "--max-entry-tokens <number>",
      "maximum tokens for name and description",
      amount("--max-entry-tokens"),
    )
    .option(
      "--max-body-tokens <number>",
      "maximum tokens for a body (over 5,000 is a warning)",
      amount("--max-body-tokens"),
    )
    .option(
      "--max-file-tokens <number>",
      "maximum tokens for a file the body refers to",
      amount("--max-file-tokens"),
    )
    .option(
      "--jobs <number>",
      "skills, scenarios and model sessions of evals to run in parallel",
      amount("--jobs"),
      4,
    )
    .option("--real <client>", "start this installed client with a mock model instead; see below")
    .option("--routing <file>", "compare the file's prompts with the catalogs of clients instead; see below")
    .option("--write", "with --routing: keep in the file what holds");
  addStartOptions(addAgentOptions(command), "--real");
  return addTokenOption(
    addCacheOptions(addScriptOptions(addModelOptions(addReadOptions(addScopeOptions(command))))),
  ).addHelpText("after", `\n${testNotes}\n${modelNotes}\n${scriptNotes}\n${cacheNotes}`);
}

/** `skills test`: simulates agents with skills, and prints the tests that failed. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  if (ended !== undefined) return ended;
  const flags = command.opts<Flags>();
  if (flags.real !== undefined) return runReal(command, io);
  if (flags.routing !== undefined) return runRouting(command, io);
  if (flags.write) throw new SkillsError("bad-usage", "--write needs --routing FILE");
  refuseStartFlags(flags, "--real");
  if (flags.summary) requireText(flags.format);
  const { printSettings: system } = flags;
  if (!system) return runTests(command.args, flags, io);
  io.stdout.write(asTyped(settingsText(system, listSettings(system, io.cwd)), programName(io)));
  return 0;
}

async function runReal(command: Command, io: Io): Promise<ExitCode> {
  const { printRealTest, refuseWithReal } = await import("../test-real.ts");
  const flags = command.opts<Flags>();
  refuseWithReal(command, flags.format);
  const { paths, cwd, stdin } = checkScope(command.args, withoutTarget(flags), io);
  const scope = { paths, cwd, ...(stdin && { stdin }), ...scopeOptions(command.args, flags, io) };
  const client = flags.real ?? "";
  return printRealTest({ ...startOptions(flags, io), ...scope, client }, flags, io);
}

async function runRouting(command: Command, io: Io): Promise<ExitCode> {
  const { printRouting, refuseWithRouting } = await import("../test-routing.ts");
  const flags = command.opts<Flags>();
  if (flags.model !== undefined) return routeWithModel(command.args, flags, io);
  refuseWithRouting(command, flags.format);
  const { paths, cwd, stdin } = checkScope(command.args, withoutTarget(flags), io);
  const { routing = "", client: clients, write = false, config: file, changed } = flags;
  if (changed === true || (changed !== undefined && write))
    throw new SkillsError("bad-usage", "--routing takes --changed with a REF, and without --write");
  const config = clients ? undefined : await chosenConfig(file === undefined ? {} : { config: file }, io);
  return printRouting(
    {
      routing,
      paths,
      cwd,
      write,
      ...(stdin && { stdin }),
      ...(clients && { clients }),
      ...(changed !== undefined && { since: changed }),
      ...(config?.clients && { usualClients: config.clients.value }),
      ...(config &&
        config.ignore.length > 0 && {
          ignore: { directory: config.directory, patterns: config.ignore.map(({ value }) => value) },
        }),
    },
    flags,
    io,
  );
}

/** The prompts as an eval file, without the other tests of the skills. */
function routeWithModel(operands: readonly string[], flags: Flags, io: Io): Promise<ExitCode> {
  if (flags.write || flags.filter !== undefined)
    throw new SkillsError("bad-usage", "--routing with --model takes neither --write nor --filter");
  const file = (flags.routing ?? "").replace(/^(?:\.\/)+/, "");
  return runTests([...(operands.length > 0 ? operands : ["."]), file], { ...flags, filter: file }, io);
}

async function runTests(operands: readonly string[], flags: Flags, io: Io): Promise<ExitCode> {
  const { paths, cwd, stdin } = checkScope(operands, withoutTarget(flags), io);
  const model = modelFrom(flags);
  const scripts = await scriptsFor(flags, io);
  const {
    filter,
    baseline,
    otel,
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
      ...(await chosenAgents(flags, io)),
      ...(filter !== undefined && { filter }),
      ...(baseline !== undefined && { baseline }),
      ...(otel !== undefined && { otel }),
      ...(scripts && { scripts }),
      ...(model && { model }),
      ...scopeOptions(operands, flags, io),
      ...(await cacheOptions(flags, io)),
    });
    progress.end();
    if (tested.scopeSummary) explainScope(tested.scopeSummary, flags.quiet === true, io);
    io.stdout.write(await draw(tested, flags, io));
    if (tested.recorded !== undefined) explainRecording(tested.recorded, flags.record ?? "", io);
    return tested.report.outcome;
  } finally {
    progress.end();
  }
}

function explainRecording(recorded: boolean, file: string, { stderr }: Io): void {
  stderr.write(
    recorded
      ? `skills: recorded in ${clean(file)}\n`
      : `skills: ${clean(file)} not written, as not every session could be played\n`,
  );
}

async function draw(
  tested: TestReport,
  { format, color, quiet = false, verbose = false, summary = false, tokens }: Flags,
  io: Io,
): Promise<string> {
  const counter = tokens === "exact" ? "o200k_base" : "estimate";
  if (format === "json") return reportJson(tested.report);
  if (format === "html") return testHtml(tested.report, tested.run, counter);
  if (format === "junit") return testJunit(tested.run, counter);
  if (format === "markdown") return testMarkdown(tested.run);
  return testText(tested, {
    paint: await paintFor(io, color),
    width: Math.min(io.stdout.columns || 80, 100),
    counter,
    quiet,
    verbose,
    summary,
  });
}

function amount(option: string): (word: string) => number {
  return (word) => parseAmount(option, word);
}

/** Printed after the options in the help of `skills test`. */
export const testNotes = `Checks for every skill, in each system:
  announced   the agent lists the skill, or hides it when its fields say so
  activated   activating it by name loads the instructions
  body        the model receives the body as written
  references  each file the instructions refer to can be read by its path
  again       a second activation repeats nothing unless the agent documents it
  escapes     "..", absolute paths and symlinks out of the skill are refused
  reads       only the frontmatter, the instructions on activation and the
              requested files are read
  nested      whether the agent treats a nested SKILL.md as a separate skill
Checks that do not depend on the agent: budget (tokens at each tier) and modes
(commands that break where the executable bit is lost).
${fill(`A system that skips a skill fails "announced" with its reason. Simulated are ${defaultSystem}, which follows the client guide, and the systems among the targets of the config or --target; --system selects exactly those that it lists.`)}
  A scenario that lists its systems is played in those.

Scenarios and evals:
  *.scenario.yaml files are run too, in a skill, beside skills, below tests/ and
  .agents/, and wherever they are named as a PATH or are alone in a directory;
  others are listed as left out. Eval files are run in a skill or named as a
  PATH. "skills check" runs neither. --update saves each scenario's trace
  next to it; later runs must produce the same trace. A scenario in a skill is
  packed into its archive unless .skillignore excludes it.
  --otel writes the sessions of scenarios and evals for a viewer of traces, by
  the GenAI conventions of OpenTelemetry. No clock is read: each event takes a
  millisecond from 2000-01-01 on, and equal sessions have equal spans.
  The tests show what an agent does with a skill, not whether a model would
  choose it. If no expectation of an eval file can be decided offline, the file
  gets a warning; if you named it by its path, it counts as not measured.

Scope:
  --changed, --changed REF, --files-from and --files choose among skills as for
  skills lint; scenario and eval files that you name are always run.

Installed clients (--real):
  Starts the client once for a skill of ours and once for each PATH, in a new
  HOME and project, with no variables of yours but PATH, without a network and
  without your files: a mock model answers on loopback. It is shown the skill,
  activates it and reads a file:
  announced   the model is shown name and description as written
  activated   the client's skill tool answers, or SKILL.md can be read
  body        the instructions arrive as written; else where they are cut
  file        a file that SKILL.md refers to can be read
  What the record of that version predicts differently is added. The command is
  printed before it runs, with what the client sees of this machine. A client
  runs what a skill makes it run, such as hooks and commands in the body; with
  --allow-home, that may read and change what you may.
${fill(`CLIENT is ${series(realClientIds, "or")}. Where no network namespace can be created (other systems than Linux, some containers), nothing is started without --allow-network; where your files cannot be hidden, without --allow-home: it needs bubblewrap (bwrap).`)}

Routing (--routing):
  Compares each prompt of a file with the catalog that a client shows, where
  descriptions are cut, reduced to names or left out, and ranks the skills by
  words (BM25), without a model: what a model chooses may differ.
    prompts:
      - prompt: Fill in this PDF form
        skill: pdf-forms
        never: [docx]
  --write adds the clients for which a prompt holds to its "held". From then on
  it must hold there; what never held is reported and is no error. Nothing is
  ever removed from "held"; with --changed REF, what the file had where this
  branch left REF counts even if the branch removed it. With --model, your
  model plays the prompts instead, in the systems and with whole descriptions.
  FILE follows schemas/routing.schema.json. All skills that a client would have
  together belong into one run.

${agentNotes}
Examples:
  skills test                                 every skill and scenario here
  skills test my-skill --system all
  skills test skills tests 'more/*.scenario.yaml'
  skills test my-skill --filter references --verbose
  skills test tests/fills-a-form.scenario.yaml --update
  skills test my-skill --model command:'python3 agent.py' --repeat 5
  skills test my-skill --model command:'python3 agent.py' --record model.json
  skills test my-skill --model replay:model.json --min-pass-rate 80
  skills test --changed origin/main
  skills test tests --otel sessions.json
  skills test --format junit > junit.xml
  skills test --format json > before.json; skills test --baseline before.json
  skills test --routing routing.yaml --write skills
  skills test --routing routing.yaml --client codex,claude-code skills
  skills test --real claude-code my-skill
  skills test --real codex --client-command ~/bin/codex --format json my-skill

Exit codes:
  0  all passed, with warnings or without
  1  a test failed, or a prompt that was held no longer is
  2  usage or I/O error, nothing to test or no prompt held, a client that cannot
     be started, or something could not be measured
`;

interface AgentFlags {
  readonly system?: readonly SystemId[];
  /** Only with --routing. */
  readonly client?: readonly string[];
  readonly target?: readonly Target[];
  readonly config?: string | false;
}

/** The options that select the systems to simulate. */
function addAgentOptions(command: Command): Command {
  return command
    .addOption(
      listOption(
        "-s, --system <list>",
        `comma-separated systems to simulate, or all; see below (default: ${defaultSystem} and those in the config)`,
        systemIds,
        systemIds,
      ),
    )
    .addOption(
      clientOption(
        "-c, --client <list>",
        "with --routing: clients to compare (default: those of the file, then of the config, then common)",
      ).argParser(parseClients),
    )
    .addOption(
      listOption(
        "-t, --target <list>",
        "targets as in skills check; simulate the systems among them",
        targets,
      ),
    )
    .option("--config <file>", "read the targets from this config instead of the one found")
    .option("--no-config", "ignore all configs");
}

/** What the user typed takes precedence over the config. */
async function chosenAgents(
  { client, system, target, config: file }: AgentFlags,
  io: Io,
): Promise<Pick<TestOptions, "systems" | "targets" | "overrides">> {
  if (client)
    throw new SkillsError("bad-usage", "--client chooses catalogs for --routing; name systems with --system");
  if (system) return { systems: system };
  if (target) return { targets: target };
  const config = await chosenConfig(file === undefined ? {} : { config: file }, io);
  if (!config) return {};
  const entries = config.overrides.flatMap(({ paths, targets: of }) =>
    of ? [{ paths, targets: of.value }] : [],
  );
  return {
    ...(config.targets && { targets: config.targets.value }),
    ...(entries.length > 0 && { overrides: { directory: config.directory, entries } }),
  };
}

/** Other commands have an option of this name for fewer targets. */
function withoutTarget<Flags extends AgentFlags>({
  target: _target,
  ...flags
}: Flags): Omit<Flags, "target"> {
  return flags;
}

/** The options for a model that plays tests. */
interface ModelFlags {
  readonly model?: string;
  readonly repeat?: number;
  readonly minPassRate?: number;
  readonly record?: string;
  readonly modelTimeout?: number;
}

const modelNotes = `Models:
  Without --model, scenarios play their own steps, and evals are decided only as
  far as words and files decide them. A model plays the prompts instead; each
  repeat is a new session. Expectations about what was activated, read, run or
  answered are judged by the sessions; what needs a judge stays not measurable.
  --model command:'PROGRAM …'  your own program, which reads and writes JSON
                               lines; it has your permissions and environment
  --model replay:FILE          the sessions of a --record run, without a model;
                               other prompts, tools or skills end with code 2
  examples/models of the package has programs for APIs of OpenAI and Anthropic.
`;

/** The most sessions for one test. */
const mostRepeats = 1000;

/** Adds --model and what belongs to it. `modelNotes` belongs at the end of the help. */
function addModelOptions(command: Command): Command {
  return command
    .option("-m, --model <model>", "play scenarios and evals with a model; see below")
    .option("--repeat <number>", "sessions for each test (default: 1, or as many as recorded)", (word) =>
      parseRepeat(word),
    )
    .option(
      "--min-pass-rate <percent>",
      "sessions in which each expectation must be met (default: 100)",
      parsePercent,
    )
    .option("--record <file>", "save the sessions for --model replay:FILE")
    .option("--model-timeout <seconds>", "time limit for each answer of the model (default: 120)", (word) =>
      parseAmount("--model-timeout", word),
    );
}

/** The user's model; undefined if there is none. Throws a SkillsError for an option without a model. */
function modelFrom(flags: ModelFlags & { readonly update?: boolean }): ModelOptions | undefined {
  const { model, repeat, minPassRate, record, modelTimeout: seconds, update } = flags;
  if (model === undefined) {
    const [orphan] = Object.entries({
      "--repeat": repeat,
      "--min-pass-rate": minPassRate,
      "--record": record,
      "--model-timeout": seconds,
    }).flatMap(([option, value]) => (value === undefined ? [] : [option]));
    if (orphan === undefined) return undefined;
    throw new SkillsError("bad-usage", `${orphan} needs a model; add \`--model command:PROGRAM\``);
  }
  if (update)
    throw new SkillsError(
      "bad-usage",
      "--update saves the traces of steps; leave out --model, or use --record",
    );
  return {
    model,
    ...(repeat !== undefined && { repeat }),
    ...(minPassRate !== undefined && { minPassRate }),
    ...(record !== undefined && { record }),
    ...(seconds !== undefined && { seconds }),
  };
}

function parseRepeat(word: string): number {
  const repeat = parseAmount("--repeat", word);
  if (repeat > mostRepeats)
    throw new SkillsError("bad-usage", `--repeat ${quote(word)} is more than ${mostRepeats}`);
  return repeat;
}

/** 0 is refused, as nothing could fail. */
function parsePercent(word: string): number {
  const percent = Number(word.replace(/%$/, ""));
  if (!/^\d+(?:\.\d+)?%?$/.test(word) || percent === 0 || percent > 100)
    throw new SkillsError(
      "bad-usage",
      `--min-pass-rate ${quote(word)} must be a number above 0 and at most 100`,
    );
  return percent;
}
