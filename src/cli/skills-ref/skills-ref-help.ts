import { version } from "../../generated/version.ts";
import type { CommandName } from "../../api/skills-ref.ts";

/** The output of the reference at 69ef37e (skills-ref/pyproject.toml, formatted by click's `version_option`). */
export const versionText = "skills-ref, version 0.1.0\n";

/** Printed only on a terminal: programs that read the line above must not get a second one. */
export const versionNote = `This is skillwright ${version}, a drop-in for the reference CLI of agentskills/agentskills
(same output as the reference at 69ef37e), not the reference itself.
`;

/** A summary of each command. */
export const commandAbout: Readonly<Record<CommandName, string>> = {
  validate: "validate a skill as the reference does",
  "read-properties": "print a skill's properties as JSON",
  "to-prompt": "print the <available_skills> block for a system prompt",
};

const programHelp = `Usage: skills-ref [OPTIONS] COMMAND [ARGS]...

  skillwright's drop-in for the reference CLI of Agent Skills: same output and
  exit codes as the Python skills-ref, without Python.

Commands:
  validate PATH         ${commandAbout.validate}
  read-properties PATH  ${commandAbout["read-properties"]}
  to-prompt PATH...     ${commandAbout["to-prompt"]}

Options:
  --version  print the version of the reference that this matches
  --help     show this help

Examples:
  skills-ref validate ./my-skill
  skills-ref read-properties my-skill/SKILL.md
  skills-ref to-prompt skills/*
  skills-ref validate --help

Exit codes:
  0  success; the skill is valid
  1  the skill is invalid or cannot be read
  2  usage error, such as a path that does not exist
`;

const commandHelp: Readonly<Record<CommandName, string>> = {
  validate: `Usage: skills-ref validate [OPTIONS] SKILL_PATH

  Validate one skill: a directory, or the SKILL.md in it. Prints "Valid skill"
  on standard output, or the problems on standard error.

Options:
  --strict  print every error of "skills validate --target
            spec,skills-ref,claude-api"
  --help    show this help

Examples:
  skills-ref validate ./my-skill
  skills-ref validate --strict my-skill/SKILL.md

Exit codes: 0 valid, 1 invalid, 2 usage error
`,
  "read-properties": `Usage: skills-ref read-properties [OPTIONS] SKILL_PATH

  Print name, description and the other fields of one skill as JSON. Only
  name and description are checked; validate checks the rest.

Options:
  --help  show this help

Examples:
  skills-ref read-properties ./my-skill

Exit codes: 0 printed, 1 the skill cannot be read, 2 usage error
`,
  "to-prompt": `Usage: skills-ref to-prompt [OPTIONS] SKILL_PATHS...

  Print the <available_skills> block that lists skills for a model: name,
  description and absolute location of each.

Options:
  --help  show this help

Examples:
  skills-ref to-prompt skills/pdf skills/docx

Exit codes: 0 printed, 1 a skill cannot be read, 2 usage error
`,
};

/** The help of one command, or of the program. */
export function helpText(command: CommandName | undefined): string {
  return command === undefined ? programHelp : commandHelp[command];
}
