import { parseArguments } from "../../dialects/click.ts";
import { reprString } from "../../dialects/python/value.ts";
import { isAlphanumeric } from "../../dialects/python/text.ts";

export type CommandName = "validate" | "read-properties" | "to-prompt";

/** The parsed command line. For an invalid one, `text` is click's message. */
export type CommandLine =
  | {
      readonly kind: "command";
      readonly command: CommandName;
      readonly paths: readonly [string, ...string[]];
      readonly strict: boolean;
    }
  | { readonly kind: "help"; readonly command?: CommandName }
  | { readonly kind: "version" }
  | { readonly kind: "usage"; readonly text: string };

interface Syntax {
  readonly name: CommandName;
  readonly flags: readonly string[];
  /** The argument's name for usage and messages, with dots if it can be repeated. */
  readonly argument: "SKILL_PATH" | "SKILL_PATHS...";
}

/** skills-ref/src/skills_ref/cli.py@69ef37e; `--strict` is an addition. */
export const referenceCommands: readonly Syntax[] = [
  { name: "validate", flags: ["--help", "--strict"], argument: "SKILL_PATH" },
  { name: "read-properties", flags: ["--help"], argument: "SKILL_PATH" },
  { name: "to-prompt", flags: ["--help"], argument: "SKILL_PATHS..." },
];

const programLine = "skills-ref [OPTIONS] COMMAND [ARGS]...";

/** Whether a path exists and is readable, following symlinks. */
export type Examine = (path: string) => "usable" | "absent" | "unreadable";

/**
 * Parses the arguments after the program's name as click does. If a command is returned, all its paths are readable.
 */
export function readCommandLine(args: readonly string[], examine: Examine): CommandLine {
  if (args.length === 0) return { kind: "help" };
  const parsed = parseArguments(args, { flags: ["--version", "--help"], interspersed: false });
  if (parsed.outcome === "fault") return usage(parsed.bare ? undefined : programLine, parsed.message);
  const [flag] = parsed.flags;
  if (flag !== undefined) return { kind: flag === "--version" ? "version" : "help" };
  const [word, ...rest] = parsed.rest;
  const syntax = referenceCommands.find(({ name }) => name === word);
  if (syntax) return readCommand(syntax, rest, examine);
  if (word === undefined) return usage(programLine, "Missing command.");
  // click treats a word such as "./skill" as an option, parses an empty command line instead, and shows its help.
  if (word !== "" && !isAlphanumeric(firstCharacter(word))) return { kind: "help" };
  return usage(programLine, `No such command ${reprString(word)}.`);
}

function readCommand(
  { name, flags, argument }: Syntax,
  args: readonly string[],
  examine: Examine,
): CommandLine {
  const line = `skills-ref ${name} [OPTIONS] ${argument}`;
  const parsed = parseArguments(args, { flags, interspersed: true });
  if (parsed.outcome === "fault") return usage(parsed.bare ? undefined : line, parsed.message);
  if (parsed.flags.includes("--help")) return { kind: "help", command: name };
  const [first, ...others] = parsed.rest;
  if (first === undefined) return usage(line, `Missing argument '${argument}'.`);
  const paths: readonly [string, ...string[]] = argument === "SKILL_PATH" ? [first] : [first, ...others];
  for (const path of paths) {
    const state = examine(path);
    if (state !== "usable")
      return usage(line, `Invalid value for '${argument}': Path ${reprString(path)} ${objections[state]}.`);
  }
  const extra = others.slice(paths.length - 1);
  if (extra.length > 0)
    return usage(line, `Got unexpected extra argument${extra.length === 1 ? "" : "s"} (${extra.join(" ")})`);
  return { kind: "command", command: name, paths, strict: parsed.flags.includes("--strict") };
}

const objections = { absent: "does not exist", unreadable: "is not readable" } as const;

/** The text of a usage error; if `line` is omitted, without the usage. */
function usage(line: string | undefined, message: string): CommandLine {
  if (line === undefined) return { kind: "usage", text: `Error: ${message}\n` };
  const program = line.slice(0, line.indexOf(" ["));
  return { kind: "usage", text: `Usage: ${line}\nTry '${program} --help' for help.\n\nError: ${message}\n` };
}

function firstCharacter(text: string): string {
  return String.fromCodePoint(text.codePointAt(0)!);
}
