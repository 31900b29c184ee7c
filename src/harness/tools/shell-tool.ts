import { SkillsError } from "../../core/errors.ts";
import { once } from "../../core/once.ts";
import { joinPath } from "../../core/paths.ts";
import { quote } from "../../core/show.ts";
import type { Stage } from "../../model/stage.ts";
import type { NewEvent } from "../../model/trace.ts";
import { type Answer, refusal } from "../answer.ts";
import type { About } from "../shell/file-log.ts";
import { isOfSystem, openShellFiles } from "../shell/shell-files.ts";
import type { Tree } from "../shell/tree.ts";
import { openShell, type PlayedShell, type ShellResult } from "../shell/play-shell.ts";
import { openStage } from "../stage.ts";
import type { ScriptHost } from "./file-tools.ts";
import { hasMoves, notSimulated, type ReachableSkill } from "./resolve-path.ts";
import { openSkillFiles, type SkillFiles, textIn } from "./skill-files.ts";
import { defineTool, type Parameter, textOf, type Tool } from "./tool.ts";

interface ShellToolPlan {
  readonly name: string;
  readonly description: string;
  /** Parameters in addition to the command. */
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly skills: () => readonly ReachableSkill[];
  readonly host: ScriptHost;
  /** Set if each command starts in the project, with no variables of the one before. */
  readonly fresh?: true;
  /** Whether the shell is started again before a command. */
  restarts?(args: Readonly<Record<string, unknown>>): boolean;
  /**
   * Asks for approval to run a script; returns why it may not be run. Absent if the whole command was approved
   * before.
   */
  approveScript?(question: string): Promise<string | undefined>;
}

/**
 * A shell that reads and changes the files of the stage in memory, and runs the scripts of skills. What it cannot
 * simulate is refused. The simulation is loaded with the first command.
 */
export function shellTool({ name, description, parameters, restarts, fresh, ...plan }: ShellToolPlan): Tool {
  const world = once(() => {
    const stage: Stage = plan.host.stage ?? openStage();
    const files = openSkillFiles(plan.skills, { stage, mayLeave: true });
    return { files, shell: openShellFiles(plan.skills, stage) };
  });
  let opened: PlayedShell | undefined;
  return defineTool({
    name,
    replaceable: true,
    description,
    parameters: { command: { type: "string", description: "The command to run" }, ...parameters },
    required: ["command"],
    run: async (args) => {
      const command = textOf(args, "command");
      if (command.trim() === "") return refusal("the command is empty");
      const { files, shell } = world();
      const answer = answerPlainRead(command, files, shell.tree);
      if (answer) return answer;
      opened ??= openShell({ ...plan, files, shell });
      if (fresh || restarts?.(args)) opened.restart();
      return toAnswer(await opened.run(command), files);
    },
  });
}

/** `cat` and an absolute path, as the harness itself writes the command. */
const plainRead = /^cat (?:([\w./:=@%+,-]+)|'([^']+)')$/;

/**
 * The answer to the most frequent command, as the shell would give it but without one: smoke tests read many files.
 * Undefined if only the shell knows the answer.
 */
function answerPlainRead(command: string, files: SkillFiles, tree: Tree): Answer | undefined {
  const [, plain, quoted] = plainRead.exec(command) ?? [];
  const written = plain ?? quoted;
  if (!written?.startsWith("/")) return undefined;
  const path = hasMoves(written) ? `/${joinPath("", written)}` : written;
  if (isOfSystem(path)) return undefined;
  const found = tree.find(path);
  if (found) return found.kind === "file" ? readPlain(path, tree) : undefined;
  const message = `cat: ${written}: No such file or directory`;
  return tree.isOn(path)
    ? { ...refuseAbsent(path, tree.about(path), files), content: `exited with 1\n${message}` }
    : { ...refusal(notSimulated(path)), content: `${message}\n${notSimulated(path)}` };
}

function readPlain(path: string, tree: Tree): Answer | undefined {
  try {
    const bytes = tree.read(path);
    // A shell shows bytes that are not text, too.
    const text = textIn(bytes) ?? Buffer.from(bytes).toString("latin1");
    return {
      content: text.replace(/\n$/, ""),
      event: { kind: "resource", ...tree.about(path), bytes: [0, bytes.length] },
    };
  } catch (error) {
    if (error instanceof SkillsError) return undefined;
    throw error;
  }
}

/** The answer of one command. If it did one thing, the event is that; otherwise, what it did are parts of the call. */
function toAnswer(
  { stdout, stderr, exitCode, events, refused, absent }: ShellResult,
  files: SkillFiles,
): Answer {
  const content = [
    ...(exitCode === 0 || refused ? [] : [`exited with ${exitCode}`]),
    stdout,
    stderr,
    ...(refused ? [refused.reason] : []),
  ]
    .map((part) => part.replace(/\n$/, ""))
    .filter((part) => part !== "")
    .join("\n");
  const missing = exitCode !== 0 && absent && (absent.use === "read" || stderr !== "") ? absent : undefined;
  const parts = events.length > 0 && { parts: events };
  if (refused) {
    const event = { kind: "refuse", text: refused.reason, ...refused.about } as const;
    return { content, failed: true, event, ...parts };
  }
  if (missing) return { ...refuseAbsent(missing.path, missing.about, files), content, ...parts };
  const [only, second] = events;
  if (only && !second) return { content, event: only, ...(isRefused(only) && { failed: true }) };
  return {
    content,
    event: {
      kind: "tool",
      ...(events.some(({ tier }) => tier === 3) && { tier: 3 }),
      text: `exited with ${exitCode}`,
    },
    ...parts,
  };
}

/** The refusal of a file that does not exist, with the name of the one that was probably meant. */
function refuseAbsent(path: string, about: About, files: SkillFiles): Answer {
  const found = files.locate({ path, base: "/" });
  return "refused" in found && found.refused.event.file !== undefined
    ? found.refused
    : refusal(`${quote(path)} does not exist`, about);
}

/** Whether the event is a script that was not run. */
function isRefused({ kind, text }: NewEvent): boolean {
  return kind === "script" && text === "refused";
}
