import type { ScriptResult, ScriptRunner, ToolArguments } from "../../model/agent.ts";
import { quote } from "../../core/show.ts";
import type { Answer } from "../answer.ts";
import type { FileRequest, LineRange, SkillFiles } from "./skill-files.ts";
import { defineTool, numberOf, textOf, textsOf, type Tool } from "./tool.ts";

const path = { type: "string", description: "Path, absolute or relative to the working directory" } as const;

/** The tools for files that every agent has. Relative paths are resolved against `base`. */
export function readFileTool(
  files: SkillFiles,
  base: string,
  read: (request: FileRequest & { readonly lines?: LineRange }) => Answer = files.read,
): Tool {
  return defineTool({
    name: "read_file",
    description: "Reads a text file, or some lines of it.",
    parameters: {
      path,
      start_line: { type: "integer", description: "First line to read, from 1" },
      end_line: { type: "integer", description: "Last line to read" },
    },
    required: ["path"],
    run: (args) => read({ path: textOf(args, "path"), base, ...linesOf(args) }),
  });
}

export function listDirectoryTool(files: SkillFiles, base: string): Tool {
  return defineTool({
    name: "list_directory",
    description: "Lists a directory; names of directories end in a slash.",
    parameters: { path },
    required: ["path"],
    run: (args) => files.list({ path: textOf(args, "path"), base }),
  });
}

export function runScriptTool(files: SkillFiles, base: string, scripts: ScriptRunner): Tool {
  return defineTool({
    name: "run_script",
    description: "Runs a script of a skill.",
    parameters: {
      path,
      args: { type: "array", items: { type: "string" }, description: "Its arguments" },
      stdin: { type: "string", description: "Its standard input" },
    },
    required: ["path"],
    question: (args) => `run the script ${quote(textOf(args, "path"))}`,
    run: (args) =>
      runScript(
        files,
        scripts,
        { path: textOf(args, "path"), base },
        { args: textsOf(args, "args"), ...(typeof args["stdin"] === "string" && { stdin: args["stdin"] }) },
      ),
  });
}

/** Runs one script of a known skill. */
export async function runScript(
  files: SkillFiles,
  scripts: ScriptRunner,
  request: FileRequest,
  given: { readonly args: readonly string[]; readonly stdin?: string },
): Promise<Answer> {
  const found = files.locate(request);
  if ("refused" in found) return found.refused;
  const { skill, file } = found;
  const result = await scripts.run({ source: skill.source, skill: skill.name, file, ...given });
  const event = {
    kind: "script",
    tier: 3,
    skill: skill.name,
    file,
    arguments: given.args,
    text: outcomeOf(result),
  } as const;
  return { content: describeResult(result), ...(result.outcome === "refused" && { failed: true }), event };
}

/** How a script ended, without its output: "exited with 1", "timed-out". */
export function outcomeOf({ outcome, exitCode, signal }: ScriptResult): string {
  if (outcome === "exited") return `exited with ${exitCode ?? 0}`;
  return outcome === "signalled" ? `killed by ${signal ?? "a signal"}` : outcome;
}

function describeResult(result: ScriptResult): string {
  const { outcome, exitCode, stdout, stderr, truncated, notes } = result;
  const silent = outcome === "answered" || (outcome === "exited" && exitCode === 0);
  return [
    ...(silent ? [] : [outcomeOf(result)]),
    stdout,
    stderr,
    ...truncated.map((stream) => `(${stream} was truncated)`),
    ...notes,
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function linesOf(args: ToolArguments): { readonly lines?: LineRange } {
  const first = numberOf(args, "start_line");
  const last = numberOf(args, "end_line");
  return first === undefined && last === undefined
    ? {}
    : { lines: { ...(first !== undefined && { first }), ...(last !== undefined && { last }) } };
}
