import { accessSync, constants, statSync } from "node:fs";
import { quote } from "../../core/show.ts";
import { series } from "../../core/sentence.ts";
import type { SkillSource } from "../../model/source.ts";
import { trimEnd } from "../../core/white-space.ts";

export type InterpreterName = "bash" | "node" | "python3" | "sh";

export interface Interpreter {
  /** Absolute path. */
  readonly path: string;
  /** Options from the script's first line, which come before the script's path. */
  readonly options: readonly string[];
}

/**
 * The only directories that are searched for programs, by us and by scripts. They do not depend on the caller's PATH
 * and contain no directory of the user.
 */
export const programDirectories = ["/usr/local/bin", "/usr/bin", "/bin"] as const;

const byShebang: ReadonlyMap<string, InterpreterName> = new Map([
  ["bash", "bash"],
  ["node", "node"],
  // PEP 394 recommends python3 for "python".
  ["python", "python3"],
  ["python3", "python3"],
  ["sh", "sh"],
]);

/** For scripts without a shebang. Agents run ".sh" files with bash, which also runs sh scripts. */
const byEnding: ReadonlyMap<string, InterpreterName> = new Map([
  [".bash", "bash"],
  [".cjs", "node"],
  [".js", "node"],
  [".mjs", "node"],
  [".py", "python3"],
  [".sh", "bash"],
]);

/** The names of the programs that can run scripts. */
export const interpreterNames: readonly string[] = Array.from(
  new Set([...byShebang.values(), ...byEnding.values()]),
);

/** Number of bytes that Linux reads of a script to find its shebang. */
const shebangBytes = 256;

/** The name of the program that runs a script; undefined if none is known. */
export function interpreterName(source: SkillSource, file: string): InterpreterName | undefined {
  return choice(file, firstLine(source, file))?.name;
}

/** The program that runs a script, or why there is none. */
export function chooseInterpreter(source: SkillSource, file: string): Interpreter | string {
  const first = firstLine(source, file);
  const chosen = choice(file, first);
  if (!chosen) return whyNone(file, first);
  const path = chosen.name === "node" ? process.execPath : findProgram(chosen.name);
  return path === undefined
    ? `${chosen.name}, needed by script ${quote(file)}, is not in ${series(programDirectories, "or")}`
    : { path, options: chosen.options };
}

function firstLine(source: SkillSource, file: string): string {
  return Buffer.from(source.readHead(file, shebangBytes)).toString("latin1").split("\n", 1)[0] ?? "";
}

function choice(file: string, first: string): Chosen | undefined {
  return first.startsWith("#!") ? readShebang(first) : byFileName(file);
}

interface Chosen {
  readonly name: InterpreterName;
  readonly options: readonly string[];
}

/** As on Linux, everything after the interpreter is one argument, which only `env -S` splits. */
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

/** The interpreter of a script without a shebang. */
export function interpreterByEnding(file: string): InterpreterName | undefined {
  return byEnding.get(/\.[^./]+$/.exec(file)?.[0].toLowerCase() ?? "");
}

function whyNone(file: string, first: string): string {
  if (first.startsWith("#!"))
    return `script ${quote(file)} begins with ${quote(first)}; supported interpreters are ${series([...byShebang.keys()])}`;
  return `script ${quote(file)} has no interpreter line and no extension ${series([...byEnding.keys()], "or")}`;
}

/** The path of a program in the system directories; undefined if it is not installed there. */
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
