import { version } from "../../generated/version.ts";
import type { CommandName } from "../../api/skills-ref.ts";

/** The output of the reference at 69ef37e (skills-ref/pyproject.toml, formatted by click's `version_option`). */
export const versionText = "skills-ref, version 0.1.0\n";

/** Printed only on a terminal: programs that read the line above must not get another one. */
export const versionNote = `This is skillwright ${version}, a drop-in for the reference CLI of agentskills/agentskills
(it answers as that does at 69ef37e), and not the reference itself.
`;

/** A summary of each command. */
export const commandAbout: Readonly<Record<CommandName, string>> = {
  validate: "hold a skill against the specification's reference",
  "read-properties": "print a skill's properties as JSON",
  "to-prompt": "print the <available_skills> block for a system prompt",
};

const programHelp = `Usage: skills-ref [OPTIONS] COMMAND [ARGS]...

  skillwright's drop-in for the reference CLI of Agent Skills: the same words
  and exit codes as the Python skills-ref, without Python.

Commands:
  validate PATH         ${commandAbout.validate}
  read-properties PATH  ${commandAbout["read-properties"]}
  to-prompt PATH...     ${commandAbout["to-prompt"]}

Options:
  --version  the version of the reference that this answers as
  --help     show this help

Examples:
  skills-ref validate ./my-skill
  skills-ref read-properties my-skill/SKILL.md
  skills-ref to-prompt skills/*
  skills-ref validate --help

Exit codes:
  0  done; the skill is valid
  1  the skill is not valid, or could not be read
  2  bad usage, such as a path that does not exist
`;

const commandHelp: Readonly<Record<CommandName, string>> = {
  validate: `Usage: skills-ref validate [OPTIONS] SKILL_PATH

  Validate one skill: a directory, or the SKILL.md in it. A valid skill is
  said on standard output, what is wrong with another on standard error.

Options:
  --strict  print all that "skills validate --target
            spec,skills-ref,claude-api" reports as errors
  --help    show this help

Examples:
  skills-ref validate ./my-skill
  skills-ref validate --strict my-skill/SKILL.md

Exit codes: 0 valid, 1 not valid, 2 bad usage
`,
  "read-properties": `Usage: skills-ref read-properties [OPTIONS] SKILL_PATH

  Print name, description and the other fields of one skill as JSON. Only
  name and description are checked; validate checks the rest.

Options:
  --help  show this help

Examples:
  skills-ref read-properties ./my-skill

Exit codes: 0 printed, 1 the skill could not be read, 2 bad usage
`,
  "to-prompt": `Usage: skills-ref to-prompt [OPTIONS] SKILL_PATHS...

  Print the <available_skills> block that tells a model which skills there
  are: name, description and absolute location of each.

Options:
  --help  show this help

Examples:
  skills-ref to-prompt skills/pdf skills/docx

Exit codes: 0 printed, 1 a skill could not be read, 2 bad usage
`,
};

/** The help of one command, or of the program. */
export function helpText(command: CommandName | undefined): string {
  return command === undefined ? programHelp : commandHelp[command];
}
