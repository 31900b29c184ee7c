import type { Command } from "commander";
import type { RootsChoice } from "../../api/roots/skill-roots.ts";
import { skillSources, type SkillSourceName } from "../../results/list.ts";
import type { Io } from "../io.ts";
import { choiceOption } from "../program.ts";

/** Which directories of skills are meant, where several are looked into. */
export interface RootsFlags {
  readonly root?: readonly string[];
  readonly source?: SkillSourceName;
}

export const rootsNotes = `Where skills are looked for, the first before the others:
  project  .agents/skills below the working directory
  user     ~/.agents/skills
  builtin  what comes with a program: no directory, but for --root builtin:PATH
  --root PATH looks into that directory alone; --root project:PATH, user:PATH or
  builtin:PATH puts it in the place of that source's own. Several of one source
  go before one another in the order given.
`;

/** Adds --root and --source; `rootsNotes` is for the end of the help. */
export function addRootsOptions(command: Command): Command {
  return command
    .option(
      "--root <[source:]path>",
      "a directory that holds skills; may be given again, and an earlier one goes first",
      (word: string, before: readonly string[] = []) => [...before, word],
    )
    .addOption(
      choiceOption("--source <name>", "only skills of project, user or builtin; see below", skillSources),
    );
}

/** What they say, as the library wants it. */
export function rootsChoice({ root, source }: RootsFlags, { cwd, env }: Io): RootsChoice {
  return { cwd, env, ...(root && { roots: root }), ...(source !== undefined && { source }) };
}
