import type { Command } from "commander";
import type { RootChoice, RootName } from "../../api/install/install.ts";
import type { Io } from "../io.ts";
import { choiceOption } from "../program.ts";

/** Which directory of skills is meant. */
export interface RootFlags {
  readonly root?: string;
  readonly source?: RootName;
}

const sources: readonly RootName[] = ["project", "user"];

export const rootNotes = `Where:
  --source project  .agents/skills below the working directory (the default)
  --source user     ~/.agents/skills
  --root PATH       any other directory of skills, such as ~/.claude/skills
`;

/** Adds --root and --source. */
export function addRootOptions(command: Command): Command {
  return command
    .option("--root <path>", "the directory that holds the skills")
    .addOption(choiceOption("--source <name>", "project or user; see below", sources));
}

/** What they say, as the library wants it. */
export function rootChoice({ root, source }: RootFlags, { cwd, env }: Io): RootChoice {
  return { cwd, env, ...(root !== undefined && { root }), ...(source !== undefined && { source }) };
}
