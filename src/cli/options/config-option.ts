import type { Command } from "commander";
import { findConfig } from "../../api/settings/find-config.ts";
import { presetNames, presets } from "../../api/settings/presets.ts";
import type { CheckOptions } from "../../api/check/check.ts";
import type { LintOptions } from "../../api/lint/lint-options.ts";
import type { ProtectedFile } from "../../api/write-reports.ts";
import type { Config } from "../../model/config.ts";
import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { asciiJson } from "../../report/drawing/ascii-json.ts";
import { clean } from "../../report/drawing/width.ts";
import type { ExitCode, Io } from "../io.ts";

export interface ConfigFlags {
  /** False for none. */
  readonly config?: string | false;
  /** True where no path stands behind it. */
  readonly printConfig?: string | true;
}

/** What a command hears of a config goes before it. */
export const configNotes = `  It is skills.config.yaml or skills.config.json at or above the working
  directory, up to the directory with a .git, or to below the home directory;
  inside a skill none is read, as its author would be the judge of it. Patterns
  of paths are those of a .gitignore without "!", and begin in the config's
  directory. "extends" takes files, as ./base.yaml, and presets:
${presetNames.map((name) => `    ${name.padEnd(11)}  ${presets[name].about}\n`).join("")}  The command line goes before the config, the config before what it extends.
  Its form is schemas/config.schema.json.
`;

export function addConfigOptions(command: Command): Command {
  return command
    .option("--config <file>", "the config, in place of the one that would be found")
    .option("--no-config", "read no config")
    .option(
      "--print-config [path]",
      "print what holds for a path and where each value comes from, as JSON, and check nothing",
    );
}

/** Throws a SkillsError that tells all that is wrong with it. Who has no config does not load what reads one. */
export async function chosenConfig(
  { config: file }: ConfigFlags,
  { cwd, env, stderr }: Io,
): Promise<Config | undefined> {
  if (file === false) return undefined;
  const { place, passedOver } = findConfig({ cwd, env, ...(file !== undefined && { file }) });
  for (const { label } of passedOver)
    stderr.write(`skills: ${clean(quote(label))} is not read, as it stands in a skill\n`);
  return place && (await import("../../api/settings/read-config.ts")).readConfigFile(place, cwd);
}

/** The files that no report may replace: the config's files and the baseline. */
export function protectedFiles(
  config: Config | undefined,
  { baseline }: Pick<LintOptions, "baseline">,
): readonly ProtectedFile[] {
  const files = (config?.files ?? []).map((path) => ({ path, role: "the config" }));
  return [...files, ...(baseline ? [{ path: baseline.path, role: "the baseline" }] : [])];
}

/** What `printConfig` explains. */
interface ConfigQuestion {
  readonly operands: readonly string[];
  readonly flags: ConfigFlags;
  /** What the user set on the command line. */
  readonly given: Partial<CheckOptions>;
  /** The keys that the command reads; all where it is absent. */
  readonly supportedConfigKeys?: readonly string[];
}

/** Prints the settings that hold for a path, and where each comes from. */
export async function printConfig(
  { operands, flags: { printConfig: path, ...flags }, given, supportedConfigKeys }: ConfigQuestion,
  io: Io,
): Promise<ExitCode> {
  const [of = ".", second] = [...(typeof path === "string" ? [path] : []), ...operands];
  if (second !== undefined)
    throw new SkillsError("bad-usage", "--print-config tells of one path, and several are given");
  const { explainConfig } = await import("../../api/settings/explain-config.ts");
  const all = Object.entries(explainConfig(of, { ...given, cwd: io.cwd }, await chosenConfig(flags, io)));
  io.stdout.write(
    asciiJson(
      Object.fromEntries(
        supportedConfigKeys ? all.filter(([key]) => supportedConfigKeys.includes(key)) : all,
      ),
    ),
  );
  return 0;
}
