import { accessSync, constants, statSync } from "node:fs";
import { quote } from "../../core/show.ts";
import { series } from "../../core/sentence.ts";
import type { SkillSource } from "../../model/source.ts";
import { trimEnd } from "../../core/trim-end.ts";

export type InterpreterName = "bash" | "node" | "python3" | "sh";

export interface Interpreter {
  /** Absolute. */
  readonly path: string;
  /** What the script's first line hands to it before the script's own path. */
  readonly options: readonly string[];
}

/** The only directories in which programs are looked for, by us and by scripts: the same wherever we are called from, and none of a user's own. */
export const programDirectories = ["/usr/local/bin", "/usr/bin", "/bin"] as const;

const byShebang: ReadonlyMap<string, InterpreterName> = new Map([
  ["bash", "bash"],
  ["node", "node"],
  // What PEP 394 lets "python" be today.
  ["python", "python3"],
  ["python3", "python3"],
  ["sh", "sh"],
]);

/** For a script without a first line of the kind. Agents hand a ".sh" to bash, which runs what sh runs. */
const byEnding: ReadonlyMap<string, InterpreterName> = new Map([
  [".bash", "bash"],
  [".cjs", "node"],
  [".js", "node"],
  [".mjs", "node"],
  [".py", "python3"],
  [".sh", "bash"],
]);

/** As much as Linux reads of a script to find its first line. */
const shebangBytes = 256;

/** The program that runs a script, or the sentence that refuses it. */
export function chooseInterpreter(source: SkillSource, file: string): Interpreter | string {
  const [first = ""] = Buffer.from(source.readHead(file, shebangBytes)).toString("latin1").split("\n", 1);
  const chosen = first.startsWith("#!") ? readShebang(first) : byFileName(file);
  if (!chosen) return whyNone(file, first);
  const path = chosen.name === "node" ? process.execPath : findProgram(chosen.name);
  return path === undefined
    ? `${chosen.name}, needed by script ${quote(file)}, is not in ${series(programDirectories, "or")}`
    : { path, options: chosen.options };
}

interface Chosen {
  readonly name: InterpreterName;
  readonly options: readonly string[];
}

/** As Linux reads it: all that follows the interpreter is one word, which only `env -S` takes apart. */
function readShebang(line: string): Chosen | undefined {
  const [, path = "", behind = ""] = /^#![ \t]*(\S+)((?:[^\S\r\n\u2028\u2029].*)?)$/.exec(line) ?? [];
  const rest = trimEnd(behind.replace(/^[ \t]+/, ""), " \t");
  const program = path.slice(path.lastIndexOf("/") + 1);
  if (program !== "env") return choose(program, rest === "" ? [] : [rest]);
  const [name = "", ...options] = rest.startsWith("-S ")
    ? rest
        .slice(3)
        .trim()
        .split(/[ \t]+/)
    : [rest];
  return choose(name, options);
}

function choose(program: string, options: readonly string[]): Chosen | undefined {
  const name = byShebang.get(program);
  return name && { name, options };
}

function byFileName(file: string): Chosen | undefined {
  const name = interpreterByEnding(file);
  return name && { name, options: [] };
}

/** What runs a script whose first line does not say. */
export function interpreterByEnding(file: string): InterpreterName | undefined {
  return byEnding.get(/\.[^./]+$/.exec(file)?.[0].toLowerCase() ?? "");
}

function whyNone(file: string, first: string): string {
  if (first.startsWith("#!"))
    return `script ${quote(file)} begins with ${quote(first)}; supported interpreters are ${series([...byShebang.keys()])}`;
  return `script ${quote(file)} has no interpreter line and no extension ${series([...byEnding.keys()], "or")}`;
}

/** Where a program is in the directories of the system; undefined where it is in none. */
export function findProgram(name: string): string | undefined {
  return programDirectories.map((directory) => `${directory}/${name}`).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
