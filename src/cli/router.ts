import { SkillsError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import { quote, show } from "../core/show.ts";
import { version } from "../generated/version.ts";
import type { ExitCode, Io } from "./io.ts";
import type { Main } from "./run-process.ts";

interface CommandModule {
  readonly run: Main;
}

/** Each command is a file that is loaded when it is asked for. */
const commands: ReadonlyMap<string, () => Promise<CommandModule>> = new Map([
  ["validate", () => import("./commands/validate.ts")],
  ["lint", () => import("./commands/lint.ts")],
  ["inspect", () => import("./commands/inspect.ts")],
  ["install", () => import("./commands/install.ts")],
  ["uninstall", () => import("./commands/uninstall.ts")],
  ["list", () => import("./commands/list.ts")],
  ["diff", () => import("./commands/diff.ts")],
  ["graph", () => import("./commands/graph.ts")],
  ["test", () => import("./commands/test.ts")],
  ["run", () => import("./commands/run.ts")],
  ["pack", () => import("./commands/pack.ts")],
  ["verify", () => import("./commands/verify.ts")],
  ["digest", () => import("./commands/digest.ts")],
  ["explain", () => import("./commands/explain.ts")],
]);

const help = `skills: the toolchain for authors of Agent Skills

Usage:
  skills validate [PATH...]  check skills as the specification and the clients do
  skills lint [PATH...]      the same with advice and --fix
  skills inspect [PATH...]   what a skill or an archive holds, costs, calls and touches
  skills graph [PATH...]     which file leads to which, and what leads nowhere
  skills test [PATH...]      play agents with skills: what they announce, load and refuse
  skills run PROMPT          one session of an agent with the skills it finds here
  skills pack [DIR...]       make of each skill the one archive that the same files always give
  skills verify PATH...      open archives of skills, and hold them against their manifests
  skills digest [PATH...]    what a skill's content and its archive are known by
  skills install PATH...     put skills where an agent finds them, all of them or none
  skills uninstall NAME...   take installed skills away again
  skills list                which skills an agent finds, and which of several of one name
  skills diff OLD NEW        what an update of a skill would bring
  skills explain [RULE]      what a rule reports, why, and what to do about it
  skills help COMMAND        the options of a command, with examples

Examples:
  skills validate                              every skill below the working directory
  skills validate my-skill --target claude-api,skills-ref
  skills validate --format json > report.json
  skills lint --fix my-skill
  skills explain name-format

Options:
  -V, --version  which program this is, and its version
  -h, --help     show this help

Exit codes:
  0  nothing to report, or warnings and notes only
  1  problems found
  2  it could not be done: bad usage, or nothing there to read
`;

/** The program `skills`: finds the command and hands it the rest of the arguments. */
export async function skills(args: readonly string[], io: Io): Promise<ExitCode> {
  const [word, ...rest] = args;
  if (word === "help" && rest[0] !== undefined) return runCommand(rest[0], ["--help"], io);
  if (word === "-V" || word === "--version") return print(io, `skills ${version} (skillwright: the toolchain for authors of Agent Skills; not vercel's installer)\n`);
  if (word === "-h" || word === "--help" || word === "help") return print(io, help);
  if (word === undefined) {
    io.stderr.write(help);
    return 2;
  }
  return runCommand(word, rest, io);
}

async function runCommand(word: string, args: readonly string[], io: Io): Promise<ExitCode> {
  const load = commands.get(word);
  if (!load) throw unknownCommand(word);
  const { run } = await load();
  return run(args, io);
}

const listHint = "skills --help lists the commands (this is skillwright, not vercel's installer of the same name)";

function unknownCommand(word: string): SkillsError {
  if (word.startsWith("-")) {
    return new SkillsError("bad-usage", `option ${quote(word)} stands before any command`, { hint: `for example: skills validate ${show(word)}` });
  }
  const near = nearest(word, commands.keys());
  const suggestion = near === undefined ? "" : `; did you mean ${quote(near)}?`;
  return new SkillsError("bad-usage", `there is no command ${quote(word)}${suggestion}`, { hint: listHint });
}

function print(io: Io, text: string): ExitCode {
  io.stdout.write(text);
  return 0;
}
