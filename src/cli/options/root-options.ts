import type { Command } from "commander";
import type { RootChoice, RootName } from "../../api/install/install.ts";
import type { Io } from "../io.ts";
import { choiceOption } from "../program.ts";
import { clientOrAgentOption } from "./client-option.ts";

/** The options of commands that change one directory of skills. */
export interface RootFlags {
  readonly root?: string;
  readonly source?: RootName;
  readonly client?: string;
}

const sources: readonly RootName[] = ["project", "user"];

export const rootNotes = `Where:
  --source project  .agents/skills below the working directory (the default)
  --source user     ~/.agents/skills
  --client ID       the directory of a client or agent, such as .agent/skills
                    of react-actions
  --root PATH       another directory of skills, such as ~/.claude/skills
`;

/** Adds --root and --source. */
export function addRootOptions(command: Command): Command {
  return command
    .option("--root <path>", "use this directory of skills")
    .addOption(clientOrAgentOption("-c, --client <id>", "use the directories of this client or agent"))
    .addOption(choiceOption("--source <name>", "use the project or user directory; see below", sources));
}

/** The flags as options for the library. */
export function rootChoice(
  { root, source, client }: RootFlags,
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
