import { type ScriptResult, type ScriptRunner, shownAt, type ToolArguments } from "../../model/agent.ts";
import type { ProjectChange, Stage } from "../../model/stage.ts";
import type { NewEvent } from "../../model/trace.ts";
import { quote } from "../../core/show.ts";
import { type Answer, refusal } from "../answer.ts";
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
    replaceable: true,
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
    replaceable: true,
    description: "Lists a directory; names of directories end in a slash.",
    parameters: { path },
    required: ["path"],
    run: (args) => files.list({ path: textOf(args, "path"), base }),
  });
}

export function runScriptTool(files: SkillFiles, base: string, host: ScriptHost): Tool {
  return defineTool({
    name: "run_script",
    replaceable: true,
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
        host,
        { path: textOf(args, "path"), base },
        { args: textsOf(args, "args"), ...(typeof args["stdin"] === "string" && { stdin: args["stdin"] }) },
      ),
  });
}

/** What runs the scripts of an agent, and where. */
export interface ScriptHost {
  readonly scripts: ScriptRunner;
  /** Takes what a script changes in the project; absent if scripts get no copy of the project. */
  readonly stage?: Stage | undefined;
  /** Set if the agent starts scripts in the project, not in the skill. */
  readonly directory?: "project";
}

/** A script that was run, or the answer that refuses it. */
type RanScript =
  | { readonly result: ScriptResult; readonly event: NewEvent; readonly writes: readonly NewEvent[] }
  | { readonly refused: Answer };

/** Runs one script of a known skill. */
async function runScript(
  files: SkillFiles,
  host: ScriptHost,
  request: FileRequest,
  given: GivenToScript,
): Promise<Answer> {
  const ran = await startScript(files, host, request, given);
  if ("refused" in ran) return ran.refused;
  const { result, event, writes } = ran;
  return {
    content: describeResult(result),
    ...(result.outcome === "refused" && { failed: true }),
    event,
    ...(writes.length > 0 && { parts: writes }),
  };
}

interface GivenToScript {
  readonly args: readonly string[];
  readonly stdin?: string;
}

export async function startScript(
  files: SkillFiles,
  { scripts, stage, directory }: ScriptHost,
  request: FileRequest,
  given: GivenToScript,
): Promise<RanScript> {
  const found = files.locate(request);
  if ("refused" in found) return found;
  const { skill, file } = found;
  const { name } = skill;
  if (name === undefined)
    return {
      refused: refusal(
        `${quote(request.path)} is a file of the project; the harness runs only scripts of skills`,
        {
          file,
        },
      ),
    };
  const result = await scripts.run({
    source: skill.source,
    skill: name,
    path: skill.path,
    file,
    ...given,
    ...(stage?.hasProject() && { project: stage.project }),
    ...(directory && { directory }),
  });
  return {
    result,
    event: {
      kind: "script",
      tier: 3,
      skill: name,
      file,
      arguments: given.args,
      text: outcomeOf(result),
    },
    writes: (result.changes ?? []).map((change) => keepChange(change, stage)),
  };
}

/** Adds what a script changed to the stage, and returns the event for it. */
function keepChange({ path: file, bytes, executable }: ProjectChange, stage: Stage | undefined): NewEvent {
  stage?.change(
    `${shownAt.project}/${file}`,
    bytes ? { kind: "file", bytes, executable } : { kind: "removed" },
  );
  return { kind: "write", file, ...describeWrite(bytes) };
}

/** Maximum number of bytes of a written text that the trace keeps. */
const mostTraced = 2_000;

/** The parts of an event that say what was written; `bytes` is absent for a file that was removed. */
export function describeWrite(bytes: Uint8Array | undefined): Pick<NewEvent, "bytes" | "summary" | "text"> {
  if (!bytes) return { text: "removed" };
  return {
    bytes: [0, bytes.length],
    summary: new TextDecoder().decode(bytes.subarray(0, mostTraced), { stream: true }),
  };
}

/** How a script ended, without its output: "exited with 1", "timed-out". */
export function outcomeOf({ outcome, exitCode, signal }: ScriptResult): string {
  if (outcome === "exited") return `exited with ${exitCode ?? 0}`;
  return outcome === "signalled" ? `killed by ${signal ?? "a signal"}` : outcome;
}

export function describeResult(result: ScriptResult): string {
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
