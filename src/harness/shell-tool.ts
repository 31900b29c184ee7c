import type { ScriptRunner } from "../model/agent.ts";
import { quote } from "../core/show.ts";
import { refusal, type Answer } from "./answer.ts";
import { runScript } from "./file-tools.ts";
import { parseShellCommand } from "./shell-command.ts";
import type { SkillFiles } from "./skill-files.ts";
import { defineTool, textOf, type Parameter, type Tool } from "./tool.ts";

export interface ShellPlan {
  readonly name: string;
  readonly description: string;
  /** Beside the command. */
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly files: SkillFiles;
  /** From where a path that is not absolute is seen. */
  readonly base: string;
  readonly scripts: ScriptRunner;
  /** Why a script may not be run; absent where whatever there is to ask was asked for the whole command. */
  approveScript?(question: string): Promise<string | undefined>;
}

/** A shell, as far as it takes to read the files of skills, to list them, and to run their scripts. */
export function shellTool({ name, description, parameters, ...shell }: ShellPlan): Tool {
  return defineTool({
    name,
    description,
    parameters: { command: { type: "string", description: "The command to run" }, ...parameters },
    required: ["command"],
    run: (args) => runCommand(textOf(args, "command"), shell),
  });
}

async function runCommand(
  line: string,
  { files, base, scripts, approveScript }: Omit<ShellPlan, "name" | "description" | "parameters">,
): Promise<Answer> {
  const command = parseShellCommand(line);
  if (command.kind === "other") return refusal(command.reason);
  const request = { path: command.path, base };
  if (command.kind === "read") return files.read(request);
  if (command.kind === "list") return files.list(request);
  const reason = await approveScript?.(`the script ${quote(command.path)} is to be run`);
  return reason === undefined ? runScript(files, scripts, request, { args: command.args }) : refusal(reason);
}
