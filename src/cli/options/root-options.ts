import type { Command } from "commander";
import type { RootChoice, RootName } from "../../api/install/install.ts";
import type { Io } from "../io.ts";
import { choiceOption } from "../program.ts";
import { clientOption, systemOption } from "./client-option.ts";

/** The options of commands that change one directory of skills. */
export interface RootFlags {
  readonly root?: string;
  readonly source?: RootName;
  readonly client?: string;
  readonly system?: string;
}

const sources: readonly RootName[] = ["project", "user"];

export const rootNotes = `Where:
  --source project  .agents/skills below the working directory (the default)
  --source user     ~/.agents/skills
  --client ID       the directory of an agent client, such as .claude/skills
                    of claude-code
  --system ID       that of a simulated system, such as .agent/skills of
                    react-actions
  --root PATH       another directory of skills, such as ~/.claude/skills
`;

/** Adds --root and --source. */
export function addRootOptions(command: Command): Command {
  return command
    .option("--root <path>", "use this directory of skills")
    .addOption(clientOption("-c, --client <id>", "use the directories of this agent client"))
    .addOption(systemOption("--system <id>", "use the directories of this simulated system"))
    .addOption(choiceOption("--source <name>", "use the project or user directory; see below", sources));
}

/** The flags as options for the library. */
export function rootChoice(
  { root, source, system, client = system }: RootFlags,
  { cwd, env, stderr }: Io,
): RootChoice & { readonly client?: string } {
  return {
    cwd,
    env,
    onLink: (sentence) => stderr.write(`skills: ${sentence}\n`),
    ...(root !== undefined && { root }),
    ...(source !== undefined && { source }),
    ...(client !== undefined && { client }),
  };
}
