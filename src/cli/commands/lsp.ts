import type { Command } from "commander";
import { SkillsError } from "../../core/errors.ts";
import type { ExitCode, Io } from "../io.ts";
import { createCommand, parseArguments } from "../program.ts";

const notes = `
The server attaches to SKILL.md, the files of its skill, and skills.config.yaml.
It is silent on all other Markdown, so an editor may start it for every Markdown
file. It reads the same config as "skills lint" in the folder that the editor
opened. The page docs/editors.md has the settings of several editors.

Examples:
  skills lsp --stdio
  cat recorded-session.txt | skills lsp --stdio

Exit codes:
  0  the editor ended the server
  1  the editor went away without ending it
  2  usage error
`;

export function define(io: Io): Command {
  return (
    createCommand("skills lsp", io)
      .description("Start a language server, which checks and explains skills in an editor.")
      .option("--stdio", "speak the protocol on standard input and output; required")
      // Visual Studio Code adds it; vscode-languageserver reads it from the arguments of the process.
      .option("--clientProcessId <pid>", "process of the editor, without which the server ends")
      .addHelpText("after", notes)
  );
}

/** `skills lsp`: runs until the editor ends the process. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  if (ended !== undefined) return ended;
  if (!command.opts<{ readonly stdio?: boolean }>().stdio)
    throw new SkillsError("bad-usage", "an editor starts this command; add --stdio", {
      hint: "docs/editors.md has the settings of each editor",
    });
  const { serve } = await import("../../lsp/server.ts");
  serve({ input: process.stdin, output: process.stdout, env: process.env });
  return new Promise<never>(() => undefined);
}
