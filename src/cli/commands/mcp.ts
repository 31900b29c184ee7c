import type { Command } from "commander";
import { configureCheck } from "../../api/settings/configured.ts";
import { requireRoot } from "../../api/scope/asked-skills.ts";
import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { chosenConfig } from "../options/config-option.ts";
import type { ExitCode, Io } from "../io.ts";
import { createCommand, parseArguments } from "../program.ts";

interface Flags {
  readonly root: readonly string[];
}

const notes = `
Tools:
  skill_check    what is wrong with skills, and which clients load them
  skill_fix      a patch with the fixes; writes files only with apply: true
  skill_explain  what a rule reports, why, and how to fix it
  skill_compat   what clients make of skills, and the bodies they deliver

A tool takes paths inside the roots, or unsaved texts by path. Nothing outside
the roots is read or written. Results are data: text of skills is escaped. The
config is that of the first root, and is read again for each call.

Clients add it as a server with this command: "claude mcp add" and "codex mcp
add" take it after "--".

Resources: skillwright://rules/ID and skillwright://clients/ID

Examples:
  skills mcp
  skills mcp --root ~/skills --root ./plugin/skills

Exit codes:
  0  the client closed the connection
  2  usage error
`;

export function define(io: Io): Command {
  return createCommand("skills mcp", io)
    .description(
      "Serve checks, fixes and predictions to coding agents, over MCP on standard input and output.",
    )
    .option(
      "--root <directory>",
      "a directory that may be read and written; can be repeated (default: the working directory)",
      (word: string, before: readonly string[]) => [...before, word],
      [] as readonly string[],
    )
    .addHelpText("after", notes);
}

/** `skills mcp`: serves until the client closes standard input. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const command = define(io);
  const ended = parseArguments(command, args);
  if (ended !== undefined) return ended;
  const [extra] = command.args;
  if (extra !== undefined)
    throw new SkillsError("bad-usage", `unexpected argument ${quote(extra)}; name a directory with --root`);
  const { root } = command.opts<Flags>();
  const [first = io.cwd, ...others] = root.map((written) => requireRoot(written, io.cwd));
  const { serve } = await import("../../mcp/serve.ts");
  await serve({
    roots: [first, ...others],
    configure: async (given) => configureCheck(given, await chosenConfig({}, { ...io, cwd: first })),
  });
  return 0;
}
