import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import known from "./commands.json" with { type: "json" };
import type { ScriptNode, SimpleCommandNode, WordNode } from "./just-bash.ts";

/** The command of ours that runs a file; its arguments are the file's path and arguments. */
export const runFile = "skills-run-file";

/** Programs that run a script; each is a command of ours. */
export const interpreters = ["bash", "node", "python", "python3", "sh"] as const;

const commands: ReadonlySet<string> = new Set([...known.commands, ...interpreters, runFile]);
const builtins: ReadonlySet<string> = new Set(known.builtins);

/** A shell command cannot be simulated, and why. Thrown through the shell, which knows no other way to stop. */
export class NotSimulated extends Error {}

/**
 * Checks that a script uses only what is simulated, before any of it runs, and changes each command whose name is a
 * path to one of ours that runs the file. Throws NotSimulated.
 */
export function checkScript(script: ScriptNode): ScriptNode {
  const nodes = nodesIn(script);
  const functions = new Set(
    nodes.flatMap((node) => (node["type"] === "FunctionDef" ? [String(node["name"])] : [])),
  );
  for (const node of nodes) {
    if (node["type"] === "ParameterExpansion") checkVariable(String(node["parameter"]));
    if (isCommand(node)) checkCommand(node, functions);
  }
  return script;
}

type Node = Record<string, unknown>;

/** All nodes below a node; iterative, as nesting may be deep. */
function nodesIn(root: object): readonly Node[] {
  const found: Node[] = [];
  const open: unknown[] = [root];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== "object" || next === null) continue;
    if (Array.isArray(next)) open.push(...next);
    else {
      // Every node of the tree is a plain object.
      const node = next as Node;
      if (typeof node["type"] === "string") found.push(node);
      open.push(...Object.values(node));
    }
  }
  return found;
}

function isCommand(node: object): node is SimpleCommandNode {
  return "type" in node && node.type === "SimpleCommand";
}

/** Variables that differ from run to run. */
const unsteady: ReadonlySet<string> = new Set([
  "RANDOM",
  "SRANDOM",
  "SECONDS",
  "EPOCHSECONDS",
  "EPOCHREALTIME",
]);

function checkVariable(name: string): void {
  if (unsteady.has(name))
    throw new NotSimulated(`the variable "$${name}" is not simulated, as runs are repeatable`);
}

/** Commands that look for another command by its name. */
const lookups: Readonly<Record<string, (word: string) => boolean>> = {
  command: (word) => word === "-v" || word === "-V",
  type: () => true,
  which: () => true,
};

function checkCommand(command: SimpleCommandNode, functions: ReadonlySet<string>): void {
  if (!command.name) return;
  const name = textOf(command.name);
  // A name with a variable is known only when the command is run.
  if (name === undefined || isPath(name)) return toRunFile(command, command.name);
  const program = withoutDirectory(name);
  if (program !== name) command.name = toWord(program);
  if (program === "xargs") command.args = command.args.flatMap((word) => splitOption(word));
  const words = command.args.map(textOf);
  if (name === "exec" || (name === "command" && !words[0]?.startsWith("-"))) {
    const [first, ...rest] = command.args;
    if (first && words[0] === undefined)
      throw new NotSimulated(`${quote(name)} with a variable is not simulated`);
    if (first && isPath(words[0] ?? "")) return toRunFile(Object.assign(command, { args: rest }), first);
    if (first) requireKnown(words[0] ?? "", functions);
  }
  const looksUp = lookups[name];
  if (looksUp?.(words[0] ?? ""))
    for (const word of words) if (word !== undefined && !word.startsWith("-")) requireKnown(word, functions);
  requireKnown(name, functions);
}

/** The simulated xargs does not know "-n1" and "-I{}", which are "-n 1" and "-I {}". */
function splitOption(word: WordNode): WordNode[] {
  const [, option, value] = /^(-[nILP])(.+)$/.exec(textOf(word) ?? "") ?? [];
  return option === undefined || value === undefined ? [word] : [toWord(option), toWord(value)];
}

function requireKnown(name: string, functions: ReadonlySet<string>): void {
  const program = withoutDirectory(name);
  if (commands.has(program) || builtins.has(program) || functions.has(name)) return;
  throw new NotSimulated(
    `the command ${quote(name, 60)} is not simulated; scripts of skills are, and standard commands such as ${series(shown.map((each) => quote(each)))}`,
  );
}

const shown = ["cat", "find", "grep", "ls", "sed"];

/** Changes a command so that ours runs the file that its name leads to. */
function toRunFile(command: SimpleCommandNode, name: WordNode): void {
  command.args = [name, ...command.args];
  command.name = toWord(runFile);
}

function toWord(value: string): WordNode {
  return { type: "Word", parts: [{ type: "Literal", value }] };
}

function isPath(name: string): boolean {
  return name.includes("/") && withoutDirectory(name) === name;
}

/** The name of a program that is given with its default directory, such as "/bin/cat". */
function withoutDirectory(name: string): string {
  return name.replace(/^\/(?:usr\/(?:local\/)?)?bin\/(?=[^/]+$)/, "");
}

/** The text of a word without expansions; undefined if it has any. */
function textOf({ parts }: WordNode): string | undefined {
  let text = "";
  for (const part of parts) {
    if (part.type === "Literal" || part.type === "SingleQuoted" || part.type === "Escaped")
      text += part.value;
    else if (part.type === "DoubleQuoted") {
      const inner = textOf({ type: "Word", parts: part.parts });
      if (inner === undefined) return undefined;
      text += inner;
    } else return undefined;
  }
  return text;
}
