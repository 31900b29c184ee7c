import type { Command } from "commander";
import { validatorIds, type ValidatorId } from "../../model/client.ts";
import { SkillsError } from "../../core/errors.ts";
import type { Report } from "../../model/report.ts";
import { count } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { CheckTarget } from "../../model/target.ts";
import { addColorOption } from "./color.ts";
import type { Io } from "../io.ts";
import { addOutputOptions, type OutputFlags } from "./output-option.ts";
import { listOption } from "../program.ts";
import type { ScopeFlags } from "./scope-options.ts";

/** What the user may say to every command that checks skills. */
export interface CheckFlags extends OutputFlags {
  readonly target?: readonly ValidatorId[];
  readonly all?: boolean;
  readonly quiet?: boolean;
  readonly maxWarnings?: number;
  readonly stdinName?: string;
  readonly color?: boolean;
}

export const targetNotes = `Targets:
  spec        the letter of the specification (the default)
  skills-ref  the specification's reference implementation
  claude-api  what the Skills API of Claude takes
  A finding for which a chosen target refuses the skill is an error.
`;

/** Adds PATH and the options; `usual` is said of what holds without a PATH. */
export function addCheckOptions(
  command: Command,
  targets: readonly CheckTarget[] = validatorIds,
  defaultPaths?: string,
): Command {
  addOutputOptions(addTargetOption(addPaths(command, defaultPaths), targets))
    .option("-q, --quiet", "show errors only; a file that --output writes has all")
    .option(
      "--all",
      "show every finding; without it, a text shows what a rule says of many skills for some of them, and counts the rest",
    )
    .option("--max-warnings <number>", "exit with 1 where there are more warnings than this", parseCount);
  return addReadOptions(command);
}

/** Adds --target; `targetNotes` is for the end of the help. */
export function addTargetOption(command: Command, targets: readonly CheckTarget[] = validatorIds): Command {
  return command.addOption(
    listOption(
      "-t, --target <list>",
      "whose refusal is an error: a comma list of the targets below",
      targets,
    ),
  );
}

/** Adds PATH. */
export function addPaths(command: Command, defaultValue = '"."'): Command {
  return command.argument(
    "[PATH...]",
    `skill directories, SKILL.md files, trees, globs; "-" for a SKILL.md on standard input (default: ${defaultValue})`,
  );
}

/** Adds what every command takes that reads skills. */
export function addReadOptions(command: Command): Command {
  return addColorOption(
    command.option("--stdin-name <name>", 'the directory that the SKILL.md of "-" would stand in'),
  );
}

interface CheckScope {
  readonly paths: readonly string[];
  readonly cwd: string;
  readonly targets?: readonly ValidatorId[];
  readonly stdin?: { readonly bytes: Uint8Array; readonly name: string };
  readonly maxWarnings?: number;
}

/** What to check, as the library wants it; reads standard input where a path is "-". */
export function checkScope(
  operands: readonly string[],
  {
    target,
    maxWarnings,
    stdinName,
    files,
  }: Pick<CheckFlags, "target" | "maxWarnings" | "stdinName"> & Pick<ScopeFlags, "files">,
  io: Io,
): CheckScope {
  const places = files ? [] : operands;
  const paths = places.filter((path) => path !== "-");
  const piped = paths.length < places.length;
  const stdin = piped ? { stdin: { name: directoryName(stdinName), bytes: io.readStdin() } } : {};
  if (!piped && stdinName !== undefined)
    throw new SkillsError("bad-usage", '--stdin-name is given, but no PATH is "-"');
  return {
    paths: places.length === 0 ? ["."] : paths,
    cwd: io.cwd,
    ...typedSettings({ target, maxWarnings }),
    ...stdin,
  };
}

/** What the user set that a config may set too; absent where they did not. */
export function typedSettings({
  target,
  maxWarnings,
}: {
  readonly target?: CheckFlags["target"] | undefined;
  readonly maxWarnings?: number | undefined;
}): Pick<CheckScope, "targets" | "maxWarnings"> {
  return { ...(target && { targets: target }), ...(maxWarnings !== undefined && { maxWarnings }) };
}

function directoryName(name: string | undefined): string {
  if (name === undefined) {
    const hint = "add --stdin-name NAME, the directory that it would stand in";
    throw new SkillsError(
      "bad-usage",
      "a SKILL.md on standard input has no directory to hold its name against",
      { hint },
    );
  }
  if (/^\.{0,2}$|[/\0]/.test(name))
    throw new SkillsError("bad-usage", `--stdin-name ${quote(name)} is not the name of a directory`);
  return name;
}

/** Too many warnings are the one failure that no finding shows. */
export function explainOutcome(
  { outcome, summary }: Report,
  { maxWarnings }: { readonly maxWarnings?: number },
  io: Io,
): void {
  if (outcome === 1 && summary.errors === 0)
    io.stderr.write(
      `skills: ${count(summary.warnings, "warning")}, where --max-warnings allows ${maxWarnings}\n`,
    );
}

function parseCount(word: string): number {
  const count = Number(word);
  if (!/^\d+$/.test(word) || !Number.isSafeInteger(count))
    throw new SkillsError("bad-usage", `--max-warnings ${quote(word)} is not a whole number from 0`);
  return count;
}
