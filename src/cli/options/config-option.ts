import type { Command } from "commander";
import { findConfig } from "../../api/settings/find-config.ts";
import { presetNames, presets } from "../../api/settings/presets.ts";
import type { CheckOptions } from "../../api/check/check.ts";
import type { ProtectedFile } from "../../api/write-reports.ts";
import type { Config } from "../../model/config.ts";
import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { asciiJson } from "../../report/drawing/ascii-json.ts";
import { clean } from "../../report/drawing/width.ts";
import type { ExitCode, Io } from "../io.ts";
import { parseCommit } from "./scope-options.ts";

export interface ConfigFlags {
  /** False for --no-config. */
  readonly config?: string | false;
  /** True if no path was given. */
  readonly printConfig?: string | true;
  /** A commit. */
  readonly settingsFrom?: string;
}

/** The part of the help about configs. A command may put a note before it about the keys that it reads. */
export const configNotes = `  The config is skills.config.yaml or skills.config.json in the working
  directory or above it, up to the repository's root or below the home
  directory. A config inside a skill is ignored: authors do not judge their own
  skills. Path patterns are those of a .gitignore without "!", relative to the
  config's directory. "extends" takes files, such as ./base.yaml, and presets:
${presetNames.map((name) => `    ${name.padEnd(11)}  ${presets[name].about}\n`).join("")}  The command line overrides the config, which overrides what it extends.
  Its schema is schemas/config.schema.json.
  With --changed REF or --settings-from REF, a danger to the user or a finding
  of a security rule counts even if settings hide it that this branch changed
  since it left REF: a config, a baseline, or a comment in a skill. The report
  names the settings that changed.
`;

export function addConfigOptions(command: Command): Command {
  return command
    .option("--config <file>", "use this config instead of the one found")
    .option("--no-config", "ignore all configs")
    .option(
      "--print-config [path]",
      "print the settings of a path and where each comes from, as JSON, and exit",
    )
    .option(
      "--settings-from <ref>",
      "judge dangers under the settings from which this branch left REF; --changed REF implies it",
      (word) => parseCommit("--settings-from", word),
    );
}

/**
 * The config to use; throws a SkillsError that lists all its problems. Loads the module that reads configs only if
 * there is one.
 */
export async function chosenConfig(
  { config: file }: ConfigFlags,
  { cwd, env, stderr }: Io,
): Promise<Config | undefined> {
  if (file === false) return undefined;
  const { place, passedOver } = findConfig({ cwd, env, ...(file !== undefined && { file }) });
  for (const { label, reason } of passedOver)
    stderr.write(`skills: ${clean(quote(label))} is ignored: ${reason}\n`);
  return place && (await import("../../api/settings/read-config.ts")).readConfigFile(place, cwd);
}

/** The files that no report may replace: the config's files, the baseline and the policy. */
export function protectedFiles(
  config: Config | undefined,
  { baseline, policy }: Pick<CheckOptions, "baseline" | "policy">,
): readonly ProtectedFile[] {
  const files = (config?.files ?? []).map((path) => ({ path, role: "the config" }));
  return [
    ...files,
    ...(baseline ? [{ path: baseline.path, role: "the baseline" }] : []),
    ...(policy ? [{ path: policy.file, role: "the policy" }] : []),
  ];
}

/** The settings to print, and where they come from. */
interface ConfigQuestion {
  readonly operands: readonly string[];
  readonly flags: ConfigFlags;
  /** The settings from the command line. */
  readonly given: Partial<CheckOptions>;
  /** The keys that the command reads; absent if it reads all. */
  readonly supportedConfigKeys?: readonly string[];
}

/** Prints the settings of a path, and the origin of each. */
export async function printConfig(
  { operands, flags: { printConfig: path, ...flags }, given, supportedConfigKeys }: ConfigQuestion,
  io: Io,
): Promise<ExitCode> {
  const [of = ".", second] = [...(typeof path === "string" ? [path] : []), ...operands];
  if (second !== undefined) throw new SkillsError("bad-usage", "--print-config takes only one path");
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
