import type { Command } from "commander";
import { SkillsError } from "../../core/errors.ts";
import { isDirectoryName } from "../../core/paths.ts";
import type { Report } from "../../model/report.ts";
import { count } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import {
  aboutValidators,
  commonIds,
  lintTargets,
  type LintTarget,
  loaderIds,
  type Target,
} from "../../model/target.ts";
import { addColorOption } from "./color.ts";
import type { Io } from "../io.ts";
import { fill, listTerms } from "./list-terms.ts";
import { addOutputOptions, type OutputFlags } from "./output-option.ts";
import { listOption } from "../program.ts";
import type { ScopeFlags } from "./scope-options.ts";

/** The options of every command that checks skills. */
export interface CheckFlags extends OutputFlags {
  readonly target?: readonly LintTarget[];
  readonly all?: boolean;
  readonly quiet?: boolean;
  readonly summary?: boolean;
  readonly maxWarnings?: number;
  readonly stdinName?: string;
  readonly color?: boolean;
}

export const targetNotes = `Targets:
${listTerms([["spec", "the Agent Skills specification (the default)"], ...aboutValidators])}
  A finding is an error if a chosen target refuses the skill for it.
`;

/** For the commands that predict what agent clients do with a skill; follows `targetNotes`. */
export const clientNotes = `  Agent clients, for which loading the skill is predicted (skills clients):
${fill(`${commonIds.filter((id) => loaderIds.includes(id)).join(", ")} …`, "    ")}
  These are reported without being chosen; "all" chooses every target.
  targets in the config are who must accept the skills: a refusal is an error.
  clients in the config are where they must load: a loss is a warning.
`;

/** Adds PATH and the options; the help shows `defaultPaths` as the default of PATH. */
export function addCheckOptions(
  command: Command,
  targets: readonly Target[] = lintTargets,
  defaultPaths?: string,
): Command {
  addOutputOptions(addTargetOption(addPaths(command, defaultPaths), targets), ["blob"])
    .option("-q, --quiet", "show errors only; files written by --output have all findings")
    .option(
      "--all",
      "show every finding, in full; by default, text output fits a screen and counts what it leaves out",
    )
    .option("--summary", "show one row per skill instead of the findings")
    .option("--max-warnings <number>", "exit with 1 if there are more warnings than this", parseCount);
  return addReadOptions(command);
}

/** Adds --target; the command adds `targetNotes` to its help. */
export function addTargetOption(
  command: Command,
  targets: readonly Target[],
  all: readonly Target[] = targets,
): Command {
  return command.addOption(
    listOption(
      "-t, --target <list>",
      "report as errors what these targets refuse: a comma-separated list of the targets below",
      targets,
      all,
    ),
  );
}

/** Adds PATH. */
export function addPaths(command: Command, defaultValue = '"."'): Command {
  return command.argument(
    "[PATH...]",
    `skill directories, directories that contain skills, SKILL.md files or globs; "-" reads a SKILL.md from standard input (default: ${defaultValue})`,
  );
}

/** Adds the options of every command that reads skills. */
export function addReadOptions(command: Command): Command {
  return addColorOption(
    command.option("--stdin-name <name>", 'directory name of the SKILL.md that "-" reads'),
  );
}

interface CheckScope {
  readonly paths: readonly string[];
  readonly cwd: string;
  readonly targets?: readonly LintTarget[];
  readonly stdin?: { readonly bytes: Uint8Array; readonly name: string };
  readonly maxWarnings?: number;
}

/** What to check, as options for the library. Reads standard input if a path is "-". */
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
    throw new SkillsError("bad-usage", '--stdin-name needs "-" as a PATH');
  return {
    paths: places.length === 0 ? ["."] : paths,
    cwd: io.cwd,
    ...typedSettings({ target, maxWarnings }),
    ...stdin,
  };
}

/** Options from the command line that override the config; absent if the user did not set them. */
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
    const hint = "add --stdin-name NAME, the name of the skill's directory";
    throw new SkillsError(
      "bad-usage",
      "a SKILL.md on standard input has no directory name to check its name against",
      { hint },
    );
  }
  if (!isDirectoryName(name))
    throw new SkillsError("bad-usage", `--stdin-name ${quote(name)} is not a directory name`);
  return name;
}

/** If there are too many warnings, prints that on standard error, as no finding explains the failure. */
export function explainOutcome(
  { outcome, summary }: Report,
  { maxWarnings }: { readonly maxWarnings?: number },
  io: Io,
): void {
  if (outcome === 1 && summary.errors === 0)
    io.stderr.write(
      `skills: ${count(summary.warnings, "warning")}, more than --max-warnings ${maxWarnings}\n`,
    );
}

function parseCount(word: string): number {
  const count = Number(word);
  if (!/^\d+$/.test(word) || !Number.isSafeInteger(count))
    throw new SkillsError("bad-usage", `--max-warnings ${quote(word)} must be a whole number of 0 or more`);
  return count;
}
