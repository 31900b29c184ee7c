import type { Command } from "commander";
import type { RootsChoice } from "../../api/roots/skill-roots.ts";
import { skillSources, type SkillSourceName } from "../../model/reports/list.ts";
import type { Io } from "../io.ts";
import { choiceOption } from "../program.ts";
import { clientOption, systemOption } from "./client-option.ts";

/** The options of commands that search several directories of skills. */
export interface RootsFlags {
  readonly root?: readonly string[];
  readonly source?: SkillSourceName;
  readonly client?: string;
  readonly system?: string;
}

export const rootsNotes = `Where skills are looked up, in order of precedence:
  project  .agents/skills below the working directory
  user     ~/.agents/skills
  builtin  skills that come with a program; only with --root builtin:PATH
  --client ID replaces the first two by the directories of that agent client,
  --system ID by those of a simulated system.
  --root PATH searches only that directory; --root project:PATH, user:PATH or
  builtin:PATH replaces the directory of that source. Several directories of one
  source are searched in the order given.
`;

/** Adds --root and --source; the command adds `rootsNotes` to its help. */
export function addRootsOptions(command: Command): Command {
  return command
    .option(
      "--root <[source:]path>",
      "search this directory of skills; repeatable, the first takes precedence",
      (word: string, before: readonly string[] = []) => [...before, word],
    )
    .addOption(clientOption("-c, --client <id>", "search the directories of this agent client"))
    .addOption(systemOption("--system <id>", "search the directories of this simulated system"))
    .addOption(
      choiceOption("--source <name>", "search only project, user or builtin; see below", skillSources),
    );
}

/** The flags as options for the library. */
export function rootsChoice(
  { root, source, system, client = system }: RootsFlags,
  { cwd, env }: Io,
): RootsChoice {
  return {
    cwd,
    env,
    ...(root && { roots: root }),
    ...(source !== undefined && { source }),
    ...(client !== undefined && { client }),
  };
}
