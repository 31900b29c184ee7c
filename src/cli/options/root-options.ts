import type { Command } from "commander";
import type { RootChoice, RootName } from "../../api/install/install.ts";
import type { Io } from "../io.ts";
import { choiceOption } from "../program.ts";

/** The options of commands that change one directory of skills. */
export interface RootFlags {
  readonly root?: string;
  readonly source?: RootName;
}

const sources: readonly RootName[] = ["project", "user"];

export const rootNotes = `Where:
  --source project  .agents/skills below the working directory (the default)
  --source user     ~/.agents/skills
  --root PATH       another directory of skills, such as ~/.claude/skills
`;

/** Adds --root and --source. */
export function addRootOptions(command: Command): Command {
  return command
    .option("--root <path>", "use this directory of skills")
    .addOption(choiceOption("--source <name>", "use the project or user directory; see below", sources));
}

/** The flags as options for the library. */
export function rootChoice({ root, source }: RootFlags, { cwd, env }: Io): RootChoice {
  return { cwd, env, ...(root !== undefined && { root }), ...(source !== undefined && { source }) };
}
