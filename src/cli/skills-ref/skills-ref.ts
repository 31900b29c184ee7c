import {
  findSkill,
  promptForSkills,
  propertiesText,
  understand,
  validateSkill,
  type CommandName,
  type ReferencePath,
} from "../../api/skills-ref.ts";
import type { ExitCode, Io } from "../io.ts";
import { print, printVerdict } from "./skills-ref-output.ts";

/** The program `skills-ref`: the reference's words and exit codes; `--help` and `validate --strict` are ours. */
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
