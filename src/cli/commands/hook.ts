import type { Command } from "commander";
import { configureLint } from "../../api/settings/configured.ts";
import { readToolCall } from "../../api/hook/tool-call.ts";
import { SkillsError } from "../../core/errors.ts";
import { compactFindings } from "../../report/formats/compact.ts";
import { clean, cleanPath } from "../../report/drawing/width.ts";
import { plainPaint } from "../../model/paint.ts";
import { chosenConfig } from "../options/config-option.ts";
import type { ExitCode, Io } from "../io.ts";
import { createCommand, parseArguments } from "../program.ts";

const notes = `
Reads the JSON that a client writes to a hook after a tool call (PostToolUse of
Claude Code, AfterTool of Gemini CLI) on standard input. If the tool wrote a
file of a skill, checks that skill as "skills lint" does, with the project's
config, and prints its errors and warnings on standard error, except those that
the skill has in the last commit. Where there is no commit, all of them are new.
Files that a shell command wrote are not known to a hook.

"skills init --hook" writes the settings of the client.

Examples:
  skills init --hook
  cat event.json | skills hook

Exit codes:
  0  nothing new, or the tool wrote no file of a skill
  1  it could not be checked; the client shows the reason to the user
  2  new errors or warnings; the client shows them to the model
`;

export function define(io: Io): Command {
  return createCommand("skills hook", io)
    .description("Check the skill that a coding agent has just edited, as a hook of the agent.")
    .addHelpText("after", notes);
}

/**
 * `skills hook`: prints new findings on standard error. Its exit codes are those of the clients' hooks: 2 for findings,
 * and 1 if it could not check.
 */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const ended = parseArguments(define(io), args);
  if (ended !== undefined) return ended === 0 ? 0 : 1;
  try {
    return await check(io);
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    io.stderr.write(
      `skills: ${clean(error.message)}${error.hint === undefined ? "" : `; ${clean(error.hint)}`}\n`,
    );
    return 1;
  }
}

async function check(io: Io): Promise<ExitCode> {
  const call = readToolCall(new TextDecoder().decode(io.readStdin()), io.cwd);
  if (!call)
    throw new SkillsError("bad-usage", "standard input is not the event of a hook", {
      hint: "`skills init --hook` writes the settings with which a client starts it",
    });
  const { cwd, skills } = call;
  if (skills.length === 0) return 0;
  const { hasFindings, newFindings } = await import("../../api/hook/new-findings.ts");
  const options = configureLint({ paths: skills, cwd }, await chosenConfig({}, { ...io, cwd }));
  const report = await newFindings(options);
  if (report.outcome === 0) return 0;
  const unread = report.subjects.flatMap(({ partial }) => partial).concat(report.unread);
  const lines = [
    ...report.subjects.flatMap((subject) => compactFindings(subject, plainPaint)),
    ...unread.map(({ path, reason }) => `${cleanPath(path)}: not read: ${clean(reason)}`),
  ];
  io.stderr.write(lines.map((line) => `${line}\n`).join(""));
  return hasFindings(report.subjects) ? 2 : 1;
}
