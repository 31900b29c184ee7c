import { joinPath } from "../../core/paths.ts";
import { quote } from "../../core/show.ts";
import { shownAt } from "../../model/agent.ts";
import { joinWords } from "../tools/shell-words.ts";
import { checkScript, interpreters, NotSimulated, runFile } from "./check-script.ts";
import known from "./commands.json" with { type: "json" };
import type { CommandContext, ExecResult, IFileSystem } from "./just-bash.ts";

/** A command, with what the one before it left. Plain data, as threads are sent it. */
export interface ShellCommand {
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** How a command ended, or why the shell could not run it. */
export type CommandEnd =
  | (Pick<ExecResult, "stdout" | "stderr" | "exitCode"> & { readonly env: Readonly<Record<string, string>> })
  | { readonly failure: string };

/** A script that a command runs. */
export interface ScriptCall {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** A character for each byte. */
  readonly stdin: string;
  /** Whether a shell runs it. */
  readonly isShell: boolean;
}

/** What a command is given by the session: the file system, and more. Another thread may call each function. */
export interface ShellHost
  extends Required<Omit<IFileSystem, "resolvePath" | "getAllPaths" | "readFileBytes">> {
  refuse(reason: string): Promise<void>;
  /** "own" for a shell script of the user's project, which the shell itself runs. */
  runScript(call: ScriptCall): Promise<ExecResult | "own">;
}

/** Deterministic limits come first: the time is the last resort. */
const limits = {
  maxSourceBytes: 262_144,
  maxOutputSize: 1_048_576,
  maxExecutionTimeMs: 20_000,
} as const;

const environment = { HOME: shownAt.home, USER: "user", LANG: "C.UTF-8", TZ: "UTC" } as const;

/** Runs a command in a new shell, whose commands are simulated in memory. */
export async function runCommand({ command, cwd, env }: ShellCommand, host: ShellHost): Promise<CommandEnd> {
  const { Bash, defineCommand } = await import("./just-bash.ts");
  const bash = new Bash({
    fs: {
      ...host,
      resolvePath: (base, path) => `/${joinPath("", path.startsWith("/") ? path : `${base}/${path}`)}`,
      getAllPaths: () => [],
    },
    cwd: shownAt.project,
    env: environment,
    // The names are checked by a test against those that the package knows.
    commands: known.commands as [],
    customCommands: [
      defineCommand(runFile, ([file = "", ...args], context) => runNamed(file, args, context, host)),
      ...interpreters.map((name) =>
        defineCommand(name, (args, context) => interpret(name, args, context, host)),
      ),
    ],
    executionLimitProfile: "hardened",
    executionLimits: limits,
    // It replaces global functions while a script runs; no JavaScript of a script is ever run here.
    defenseInDepth: false,
    sleep: async () => {},
  });
  bash.registerTransformPlugin({
    name: "check",
    transform: ({ ast }) => {
      try {
        return { ast: checkScript(ast) };
      } catch (error) {
        if (error instanceof NotSimulated) void host.refuse(error.message);
        throw error;
      }
    },
  });
  try {
    const { stdout, stderr, exitCode, env: left } = await bash.exec(command, { cwd, env: { ...env } });
    return { stdout, stderr, exitCode, env: left };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { failure: error.message };
  }
}

function failed(stderr: string, exitCode: number): ExecResult {
  return { stdout: "", stderr: `${stderr}\n`, exitCode };
}

/** Runs `bash FILE ARGUMENT…` and the like. */
async function interpret(
  name: (typeof interpreters)[number],
  args: readonly string[],
  context: CommandContext,
  host: ShellHost,
): Promise<ExecResult> {
  const isShell = name === "bash" || name === "sh";
  const [file = "", ...rest] = args;
  if (isShell && context.origCommand && (file === "" || file === "-c" || file === "-s"))
    return context.origCommand([...args]);
  if (file === "" || file.startsWith("-")) {
    const message = `${quote([name, file].join(" ").trim(), 60)} is not simulated; a script file of a skill is`;
    await host.refuse(message);
    return failed(`${name}: ${message}`, 126);
  }
  return runScriptFile({ file, args: rest, isShell }, context, host);
}

/** Runs a command by the path of its file, or by a name that was in a variable. */
async function runNamed(
  file: string,
  args: readonly string[],
  context: CommandContext,
  host: ShellHost,
): Promise<ExecResult> {
  if (!file.includes("/") && context.exec)
    return context.exec(joinWords([file, ...args]), optionsOf(context));
  return runScriptFile({ file, args, isShell: /\.(?:sh|bash)$/.test(file) }, context, host);
}

function optionsOf({ cwd, stdin }: CommandContext): { cwd: string; stdin: string; stdinKind: "bytes" } {
  return { cwd, stdin: String(stdin), stdinKind: "bytes" };
}

async function runScriptFile(
  call: Pick<ScriptCall, "file" | "args" | "isShell">,
  context: CommandContext,
  host: ShellHost,
): Promise<ExecResult> {
  const ran = await host.runScript({ ...call, cwd: context.cwd, stdin: String(context.stdin) });
  if (ran !== "own") return ran;
  const { file, args } = call;
  if (context.origCommand) return context.origCommand([file, ...args]);
  if (context.exec) return context.exec(joinWords(["bash", file, ...args]), optionsOf(context));
  return failed(`${file}: cannot be run here`, 126);
}
