import { series } from "../../core/sentence.ts";
import { toShellWord } from "../../core/shell-word.ts";
import { quote } from "../../core/show.ts";
import { type Answer, refusal } from "../answer.ts";
import { interpreterByEnding } from "../scripts/interpreter.ts";
import { runScript, type ScriptHost } from "./file-tools.ts";
import type { SkillFiles } from "./skill-files.ts";
import { defineTool, type Parameter, textOf, type Tool } from "./tool.ts";

interface ShellPlan {
  readonly name: string;
  readonly description: string;
  /** Parameters in addition to the command. */
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly files: SkillFiles;
  /** Directory that relative paths start from. */
  readonly base: string;
  readonly host: ScriptHost;
  /**
   * Asks for approval to run a script; returns why it may not be run. Absent if the whole command was approved
   * before.
   */
  approveScript?(question: string): Promise<string | undefined>;
}

/** A shell that can only read and list the files of skills and run their scripts. */
export function shellTool({ name, description, parameters, ...shell }: ShellPlan): Tool {
  return defineTool({
    name,
    replaceable: true,
    description,
    parameters: { command: { type: "string", description: "The command to run" }, ...parameters },
    required: ["command"],
    run: (args) => runCommand(textOf(args, "command"), shell),
  });
}

async function runCommand(
  line: string,
  { files, base, host, approveScript }: Omit<ShellPlan, "name" | "description" | "parameters">,
): Promise<Answer> {
  const command = parseShellCommand(line);
  if (command.kind === "other") return refusal(command.reason);
  const request = { path: command.path, base };
  if (command.kind === "read") return files.read(request);
  if (command.kind === "list") return files.list(request);
  const reason = await approveScript?.(`run the script ${quote(command.path)}`);
  return reason === undefined ? runScript(files, host, request, { args: command.args }) : refusal(reason);
}

/** The supported kinds of commands. */
type ShellCommand =
  | { readonly kind: "read"; readonly path: string }
  | { readonly kind: "list"; readonly path: string }
  | { readonly kind: "run"; readonly path: string; readonly args: readonly string[] }
  /** Why the command is not supported. */
  | { readonly kind: "other"; readonly reason: string };

/** Which of these runs a script is decided by the script runner. */
const interpreters: readonly string[] = ["bash", "node", "python", "python3", "sh"];

const played = `use "cat FILE", "ls DIRECTORY" or a script with its arguments, optionally after ${series(
  interpreters.map((name) => quote(name)),
  "or",
)}`;

export function parseShellCommand(line: string): ShellCommand {
  const words = splitWords(line.trim());
  if (!words) return { kind: "other", reason: `the command ${quote(line)} needs a real shell; ${played}` };
  const [program = "", path, ...args] = words;
  const isPlain = path !== undefined && !path.startsWith("-");
  if (program === "cat" && isPlain && args.length === 0) return { kind: "read", path };
  if (program === "ls" && isPlain && args.length === 0) return { kind: "list", path };
  if (interpreters.includes(program) && isPlain) return { kind: "run", path, args };
  if (program.includes("/")) return { kind: "run", path: program, args: words.slice(1) };
  return { kind: "other", reason: `the command ${quote(line)} is not supported; ${played}` };
}

/** Joins words so that a shell splits them into the same words. */
export function joinWords(words: readonly string[]): string {
  return words.map(toShellWord).join(" ");
}

/** The command that starts a script, executable or not. */
export function commandFor(path: string, args: readonly string[]): string {
  const interpreter = interpreterByEnding(path);
  return joinWords([...(interpreter === undefined ? [] : [interpreter]), path, ...args]);
}

/** In single quotes; in double quotes; after a backslash; bare; between words. */
const parts = /'([^']*)'|"((?:[^"\\$`]|\\.)*)"|\\(.)|([^\s'"\\$`|&;<>()*?[#~!]+)|([ \t]+)/gsy;

/** Undefined if the line needs a real shell: expansions, pipes, several commands, an unclosed quote. */
function splitWords(line: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let end = 0;
  for (const [whole, single, double, escaped, bare, gap] of line.matchAll(parts)) {
    end += whole.length;
    const part = single ?? double?.replace(/\\(["\\$`])/g, "$1") ?? escaped ?? bare;
    if (part !== undefined) word = (word ?? "") + part;
    if (gap !== undefined && word !== undefined) {
      words.push(word);
      word = undefined;
    }
  }
  if (end < line.length) return undefined;
  return word === undefined ? words : [...words, word];
}
