import {
  type CommandName,
  findSkill,
  promptForSkills,
  propertiesText,
  type ReferencePath,
  understand,
  validateSkill,
} from "../../api/skills-ref.ts";
import { show } from "../../core/show.ts";
import type { ExitCode, Io, Output } from "../io.ts";

/** The program `skills-ref`: the reference's output and exit codes, except for `--help` and `validate --strict`. */
export function skillsRef(args: readonly string[], io: Io): ExitCode | Promise<ExitCode> {
  const line = understand(args, io.cwd);
  if (line.kind === "usage") return print(io.stderr, line.text, 2);
  if (line.kind === "version") return printVersion(io);
  if (line.kind === "help") return printHelp(line.command, io);
  const [first, ...others] = line.paths;
  const skill = findSkill(first, io.cwd);
  switch (line.command) {
    case "validate":
      return line.strict
        ? validateStrictly(skill, io)
        : printVerdict(
            skill.text,
            validateSkill(skill).map(({ message }) => message),
            io,
          );
    case "read-properties":
      return printResult(propertiesText(skill), io);
    case "to-prompt":
      return printResult(promptForSkills([skill, ...others.map((path) => findSkill(path, io.cwd))]), io);
  }
}

function printResult(result: ReturnType<typeof propertiesText>, io: Io): ExitCode {
  return result.outcome === "value"
    ? print(io.stdout, `${result.value}\n`, 0)
    : print(io.stderr, `Error: ${result.complaint.message}\n`, 1);
}

async function printHelp(command: CommandName | undefined, io: Io): Promise<ExitCode> {
  const { helpText } = await import("./skills-ref-help.ts");
  return print(io.stdout, helpText(command), 0);
}

async function printVersion(io: Io): Promise<ExitCode> {
  const { versionNote, versionText } = await import("./skills-ref-help.ts");
  print(io.stdout, versionText, 0);
  return io.stderr.isTTY ? print(io.stderr, versionNote, 0) : 0;
}

async function validateStrictly(skill: ReferencePath, io: Io): Promise<ExitCode> {
  const { strictMessages } = await import("./skills-ref-strict.ts");
  return printVerdict(skill.text, await strictMessages(skill, io.cwd), io);
}

/** The escape sequences that click removes if the output is not a terminal (click/_compat.py@8.1.3). */
const ansi = /\x1b\[[;?0-9]*[a-zA-Z]/g;

/** Prints a validation in the reference's format. */
function printVerdict(path: string, messages: readonly string[], io: Io): ExitCode {
  if (messages.length === 0) return print(io.stdout, `Valid skill: ${path}\n`, 0);
  return print(
    io.stderr,
    [`Validation failed for ${path}:\n`, ...messages.map((message) => `  - ${message}\n`)].join(""),
    1,
  );
}

/** Writes untrusted text as click and Python would, or escaped if the output is a terminal. */
function print(output: Output, text: string, code: ExitCode): ExitCode {
  output.write(output.isTTY ? escapeLines(text) : escapeHalves(text.replace(ansi, "")));
  return code;
}

function escapeLines(text: string): string {
  return text
    .split("\n")
    .map((line) => show(line, Infinity))
    .join("\n");
}

/** Writes lone surrogates as escapes, as Python does on standard error. */
function escapeHalves(text: string): string {
  return text.replace(/\p{Cs}/gu, (half) => `\\u${half.charCodeAt(0).toString(16)}`);
}
