import { isObject } from "../../core/is-object.ts";
import { nearestSkill } from "../../find/nearest-skill.ts";
import { toInnerPath } from "../../read/label.ts";
import { realDirectory } from "../../read/there.ts";

/** A tool call of a coding agent that ended. */
export interface ToolCall {
  /** The agent's working directory. */
  readonly cwd: string;
  /** The directories of the skills in which the tool wrote a file, from the working directory if they are in it. */
  readonly skills: readonly string[];
}

/** The arguments with the path of a written file: of Claude Code, Gemini CLI and Qwen Code; of Cline; of Copilot. */
const pathKeys = ["file_path", "filePath", "path", "notebook_path"] as const;

/** The arguments with the text of a patch: of Codex' `apply_patch`. */
const patchKeys = ["command", "input", "patch"] as const;

/** As in Codex' apply_patch grammar (codex-rs/apply-patch/src/parser.rs): a line for each written file. */
const patched = /^\*\*\* (?:Add File|Update File|Move to): (.+?)\r?$/gm;

/**
 * Reads the JSON that a client writes to a hook after a tool call: PostToolUse of Claude Code (run), AfterTool of Gemini
 * CLI (documented), and all that have the same keys. `cwd` is used if the client names none. Undefined if the
 * text is no such object.
 */
export function readToolCall(text: string, cwd: string): ToolCall | undefined {
  const event = parsed(text);
  if (!isObject(event) || typeof event["hook_event_name"] !== "string") return undefined;
  const { cwd: named, tool_input: input } = event;
  const from = typeof named === "string" && named !== "" ? named : cwd;
  const files = isObject(input) ? filesOf(input) : [];
  const skills = files.flatMap((file) => nearestSkill(file, from) ?? []);
  return { cwd: from, skills: Array.from(new Set(skills), (skill) => pathFrom(from, skill)) };
}

function pathFrom(cwd: string, directory: string): string {
  const inner = toInnerPath(realDirectory(cwd), directory);
  return inner === undefined ? directory : inner === "" ? "." : inner;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function filesOf(input: Readonly<Record<string, unknown>>): readonly string[] {
  const named = pathKeys.flatMap((key) => texts(input[key]));
  const patches = patchKeys.flatMap((key) => texts(input[key]));
  return [...named, ...patches.flatMap((patch) => Array.from(patch.matchAll(patched), ([, path]) => path!))];
}

/** A text, or those of a list, such as the words of a command. */
function texts(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((each) => typeof each === "string" && each !== "" && !each.includes("\0")) as string[];
}
