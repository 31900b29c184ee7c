import { quote } from "../../core/show.ts";
import { type ScriptResult, shownAt } from "../../model/agent.ts";
import type { NewEvent } from "../../model/trace.ts";
import { describeResult, type ScriptHost, startScript } from "../tools/file-tools.ts";
import type { SkillFiles } from "../tools/skill-files.ts";
import type { Logged } from "./file-log.ts";
import type { ExecResult } from "./just-bash.ts";
import type { CommandEnd, ScriptCall, ShellHost } from "./run-command.ts";
import type { ShellFiles } from "./shell-files.ts";
import { openClock, runInThread, type ShellClock, shellMilliseconds } from "./shell-thread.ts";

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

export function openShell(plan: ShellPlan): PlayedShell {
  const { shell } = plan;
  const clock = openClock(shellMilliseconds);
  const host: ShellHost = {
    ...shell.openFs(clock),
    refuse: async (reason) => shell.log.refuse(reason),
    runScript: (call) => runScript(call, plan, clock),
  };
  const atStart: Kept = { cwd: shownAt.project, env: {} };
  let kept = atStart;
  return {
    run: async (command) => {
      const end = await runInThread({ command, ...kept }, host, clock);
      const { result, ...ran } = toResult(end, kept, shell);
      kept = ran.kept;
      return result;
    },
    restart: () => {
      kept = atStart;
    },
  };
}

/** What a command leaves to the next one. */
interface Kept {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

function toResult(
  end: CommandEnd,
  kept: Kept,
  { log }: ShellFiles,
): { readonly result: ShellResult; readonly kept: Kept } {
  const logged = log.take();
  if ("failure" in end) {
    const refused = logged.refused ?? { reason: `the harness cannot simulate the command: ${end.failure}` };
    return { result: { stdout: "", stderr: "", exitCode: 126, ...logged, refused }, kept };
  }
  const { stdout, stderr, exitCode, env } = end;
  const limit = exitCode === 126 ? limitReached.exec(stderr)?.[0] : undefined;
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

/** No time of the session passes while the user is asked and the script runs. */
async function runScript(call: ScriptCall, plan: ShellPlan, clock: ShellClock): Promise<ExecResult | "own"> {
  clock.stop();
  try {
    return await runScriptFile(call, plan);
  } finally {
    clock.start();
  }
}

async function runScriptFile(
  { file, args, cwd, stdin: bytes, isShell }: ScriptCall,
  { files, host, shell, approveScript }: ShellPlan,
): Promise<ExecResult | "own"> {
  const request = { path: file, base: cwd };
  const found = files.locate(request);
  // A shell script of the user's project runs in this shell.
  if (!("refused" in found) && found.skill.name === undefined && isShell) return "own";
  const reason = "refused" in found ? undefined : await approveScript?.(`run the script ${quote(file)}`);
  if (reason !== undefined) {
    shell.log.refuse(reason);
    return failed(reason, 126);
  }
  const stdin = Buffer.from(bytes, "latin1").toString("utf8");
  const isInSkill = !("refused" in found) && `${cwd}/`.startsWith(`${found.skill.path}/`);
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

function failed(stderr: string, exitCode: number): ExecResult {
  return { stdout: "", stderr: `${stderr}\n`, exitCode };
}
