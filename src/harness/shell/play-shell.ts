import { quote } from "../../core/show.ts";
import { type ScriptResult, shownAt } from "../../model/agent.ts";
import type { NewEvent } from "../../model/trace.ts";
import { describeResult, type ScriptHost, startScript } from "../tools/file-tools.ts";
import type { SkillFiles } from "../tools/skill-files.ts";
import { joinWords } from "../tools/shell-words.ts";
import { checkScript, interpreters, NotSimulated, runFile } from "./check-script.ts";
import known from "./commands.json" with { type: "json" };
import type { Logged } from "./file-log.ts";
import type { ShellFiles } from "./shell-files.ts";
import type { Bash, CommandContext, ExecResult } from "./just-bash.ts";

export interface ShellPlan {
  readonly shell: ShellFiles;
  readonly files: SkillFiles;
  readonly host: ScriptHost;
  /**
   * Asks for approval to run a script; returns why it may not be run. Absent if the whole command was approved
   * before.
   */
  approveScript?(question: string): Promise<string | undefined>;
}

export interface ShellResult extends Logged {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** A shell whose commands are simulated in memory. Its working directory and variables last until it is restarted. */
export interface PlayedShell {
  run(command: string): Promise<ShellResult>;
  restart(): void;
}

/** Deterministic limits come first: the time is the last resort. */
const limits = {
  maxSourceBytes: 262_144,
  maxOutputSize: 1_048_576,
  maxExecutionTimeMs: 20_000,
} as const;

const environment = { HOME: shownAt.home, USER: "user", LANG: "C.UTF-8", TZ: "UTC" } as const;

export async function openShell(plan: ShellPlan): Promise<PlayedShell> {
  const { Bash, defineCommand } = await import("./just-bash.ts");
  const { shell } = plan;
  const bash = new Bash({
    fs: shell.openFs(),
    cwd: shownAt.project,
    env: environment,
    // The names are checked by a test against those that the package knows.
    commands: known.commands as [],
    customCommands: [
      defineCommand(runFile, ([file = "", ...args], context) => runNamed(file, args, context, plan)),
      ...interpreters.map((name) =>
        defineCommand(name, (args, context) => interpret(name, args, context, plan)),
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
        if (error instanceof NotSimulated) shell.log.refuse(error.message);
        throw error;
      }
    },
  });
  let kept: Kept = { cwd: shownAt.project, env: {} };
  return {
    run: async (command) => {
      const ran = await execute(bash, command, kept, shell);
      kept = ran.kept;
      return ran.result;
    },
    restart: () => {
      kept = { cwd: shownAt.project, env: {} };
    },
  };
}

/** What a command leaves to the next one. */
interface Kept {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

async function execute(
  bash: Bash,
  command: string,
  kept: Kept,
  { log }: ShellFiles,
): Promise<{ readonly result: ShellResult; readonly kept: Kept }> {
  try {
    const { stdout, stderr, exitCode, env } = await bash.exec(command, { cwd: kept.cwd, env: kept.env });
    const limit = exitCode === 126 ? limitReached.exec(stderr)?.[0] : undefined;
    const logged = log.take();
    const ranScript = logged.events.some(({ kind }) => kind === "script");
    const lacking = ranScript ? undefined : notSimulatedIn(stderr);
    const reason = limit === undefined ? lacking : `the harness stopped the command: ${limit.trim()}`;
    const { PWD: cwd = kept.cwd, OLDPWD: _old, ...others } = env;
    return {
      result: {
        stdout,
        stderr,
        exitCode,
        ...logged,
        ...(reason !== undefined && !logged.refused && { refused: { reason } }),
      },
      kept: { cwd, env: others },
    };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const logged = log.take();
    const refused = logged.refused ?? { reason: `the harness cannot simulate the command: ${error.message}` };
    return { result: { stdout: "", stderr: "", exitCode: 126, ...logged, refused }, kept };
  }
}

const limitReached =
  /[\w ]{0,60}(?:limit exceeded|exceeded maximum|too many commands executed|maximum recursion depth)[^,\n]{0,60}/;

/** What the simulated commands say that they lack, which a real shell might have; a script may say it, too. */
function notSimulatedIn(stderr: string): string | undefined {
  const [, command] = /^(?:bash: )?([^:\n]{1,100}): command not found$/m.exec(stderr) ?? [];
  if (command !== undefined) return `the command ${quote(command)} is not simulated`;
  const [lacking] =
    /^[\w.-]{1,40}: .{0,60}(?:(?:invalid|unrecognized|unknown|unsupported) option|not (?:implemented|supported)).{0,80}$/m.exec(
      stderr,
    ) ?? [];
  return lacking === undefined ? undefined : `the harness cannot simulate the command: ${lacking}`;
}

const failed = (stderr: string, exitCode: number): ExecResult => ({
  stdout: "",
  stderr: `${stderr}\n`,
  exitCode,
});

/** Runs `bash FILE ARGUMENT…` and the like. */
async function interpret(
  name: (typeof interpreters)[number],
  args: readonly string[],
  context: CommandContext,
  plan: ShellPlan,
): Promise<ExecResult> {
  const isShell = name === "bash" || name === "sh";
  const [file = "", ...rest] = args;
  if (isShell && context.origCommand && (file === "" || file === "-c" || file === "-s"))
    return context.origCommand([...args]);
  if (file === "" || file.startsWith("-")) {
    const message = `${quote([name, file].join(" ").trim(), 60)} is not simulated; a script file of a skill is`;
    plan.shell.log.refuse(message);
    return failed(`${name}: ${message}`, 126);
  }
  return runScriptFile({ file, args: rest, isShell }, context, plan);
}

/** Runs a command by the path of its file, or by a name that was in a variable. */
async function runNamed(
  file: string,
  args: readonly string[],
  context: CommandContext,
  plan: ShellPlan,
): Promise<ExecResult> {
  if (!file.includes("/") && context.exec)
    return context.exec(joinWords([file, ...args]), optionsOf(context));
  return runScriptFile({ file, args, isShell: /\.(?:sh|bash)$/.test(file) }, context, plan);
}

function optionsOf({ cwd, stdin }: CommandContext): { cwd: string; stdin: string; stdinKind: "bytes" } {
  return { cwd, stdin: toText(stdin), stdinKind: "bytes" };
}

/** A byte string is a string at run time, with one character for each byte. */
function toText(stdin: CommandContext["stdin"]): string {
  return String(stdin);
}

interface ScriptCall {
  readonly file: string;
  readonly args: readonly string[];
  /** Whether a shell runs it. */
  readonly isShell: boolean;
}

async function runScriptFile(
  { file, args, isShell }: ScriptCall,
  context: CommandContext,
  plan: ShellPlan,
): Promise<ExecResult> {
  const { files, host, shell, approveScript } = plan;
  const request = { path: file, base: context.cwd };
  const found = files.locate(request);
  // A shell script of the user's project runs in this shell.
  const isOwn = !("refused" in found) && found.skill.name === undefined;
  if (isOwn && isShell && context.origCommand) return context.origCommand([file, ...args]);
  if (isOwn && isShell && context.exec)
    return context.exec(joinWords(["bash", file, ...args]), optionsOf(context));
  const reason = "refused" in found ? undefined : await approveScript?.(`run the script ${quote(file)}`);
  if (reason !== undefined) {
    shell.log.refuse(reason);
    return failed(reason, 126);
  }
  const stdin = Buffer.from(toText(context.stdin), "latin1").toString("utf8");
  const isInSkill = !("refused" in found) && `${context.cwd}/`.startsWith(`${found.skill.path}/`);
  const { directory: _project, ...inSkill } = host;
  const ran = await startScript(files, isInSkill ? inSkill : host, request, {
    args,
    ...(stdin !== "" && { stdin }),
  });
  if ("refused" in ran) {
    const { skill, file: inner } = ran.refused.event;
    shell.log.refuse(ran.refused.content, {
      ...(skill !== undefined && { skill }),
      ...(inner !== undefined && { file: inner }),
    });
    return failed(ran.refused.content, 127);
  }
  for (const event of [ran.event, ...ran.writes] satisfies readonly NewEvent[]) shell.log.add(event);
  return toExecResult(ran.result);
}

function toExecResult(result: ScriptResult): ExecResult {
  const { outcome, exitCode = 0, stdout, stderr, notes } = result;
  if (outcome === "answered" || outcome === "exited")
    return { stdout, stderr: [stderr, ...notes].filter((part) => part !== "").join("\n"), exitCode };
  return failed(describeResult(result), outcome === "refused" ? 126 : 124);
}
