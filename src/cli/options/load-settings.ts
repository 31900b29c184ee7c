import type { PolicyChoice } from "../../api/policy/read-policy.ts";
import type { CountingSettings, EarlierSettings } from "../../api/settings/counting-settings.ts";
import type { Config } from "../../model/config.ts";
import { clean } from "../../report/drawing/width.ts";
import type { Io } from "../io.ts";
import { chosenConfig, type ConfigFlags, protectedFiles } from "./config-option.ts";
import { type OutputFlags, type OutputPlan, planOutput } from "./output-option.ts";
import type { ScopeFlags } from "./scope-options.ts";

/** The settings with which a command runs. */
interface Settings<Options> {
  /** The options from the command line, completed with those of the config. */
  readonly options: Options;
  readonly plan: OutputPlan;
  /** Reads the config again and merges it with the same options from the command line. */
  readonly reload: () => Promise<Options>;
}

interface Configurable extends CountingSettings {
  readonly cwd: string;
  readonly earlier?: EarlierSettings;
  readonly policy?: PolicyChoice;
}

/**
 * Reads the config and returns a function that merges it with the options from the command line, and reads the
 * settings before a change. Both throw a SkillsError; see `chosenConfig`, `planOutput` and `earlierSettings`.
 */
export async function loadSettings<Options extends Configurable>(
  flags: ConfigFlags & OutputFlags & Pick<ScopeFlags, "changed">,
  configure: (given: Options, config: Config | undefined) => Options,
  io: Io,
): Promise<(given: Options) => Promise<Settings<Options>>> {
  const config = await chosenConfig(flags, io);
  return async (given) => {
    const options = configure(given, config);
    const earlier = await findEarlier(flags, { given, options, configure }, io);
    const files = earlier?.files.map(({ path }) => path) ?? [];
    return {
      options: earlier
        ? {
            ...options,
            earlier,
            settingsFiles: Array.from(new Set([...(options.settingsFiles ?? []), ...files])),
          }
        : options,
      plan: {
        ...planOutput(flags, io, protectedFiles(config, options)),
        ...(options.ownRules && { ownRules: options.ownRules }),
      },
      reload: async () => configure(given, await chosenConfig(flags, io)),
    };
  };
}

interface Configuring<Options> {
  readonly given: Options;
  readonly options: Options;
  configure(given: Options, config: Config | undefined): Options;
}

/** The settings in the commit from which a change starts, if one is named. */
async function findEarlier<Options extends Configurable>(
  { changed, settingsFrom, config: file }: ConfigFlags & Pick<ScopeFlags, "changed">,
  configuring: Configuring<Options>,
  { cwd, env, stderr }: Io,
): Promise<EarlierSettings | undefined> {
  const since = settingsFrom ?? (changed === true ? undefined : changed);
  if (since === undefined) return undefined;
  const { earlierSettings } = await import("../../api/settings/earlier-settings.ts");
  const earlier = await earlierSettings({
    ...configuring,
    cwd,
    env,
    ...(file !== undefined && { file }),
    since,
    isRequired: settingsFrom !== undefined,
  });
  if (earlier.unknown !== undefined && earlier.files.length > 0)
    stderr.write(
      `skills: the settings before the change are unknown, so those in the repository hide no danger: ${clean(earlier.unknown)}\n`,
    );
  return earlier;
}
