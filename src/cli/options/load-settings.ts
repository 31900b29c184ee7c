import type { BaselineOption } from "../../lint/baseline.ts";
import type { Config } from "../../model/config.ts";
import type { Io } from "../io.ts";
import { chosenConfig, type ConfigFlags, protectedFiles } from "./config-option.ts";
import { type OutputFlags, type OutputPlan, planOutput } from "./output-option.ts";

/** The settings with which a command runs. */
interface Settings<Options> {
  /** The options from the command line, completed with those of the config. */
  readonly options: Options;
  readonly plan: OutputPlan;
  /** Reads the config again and merges it with the same options from the command line. */
  readonly reload: () => Promise<Options>;
}

/**
 * Reads the config and returns a function that merges it with the options from the command line. Both throw a
 * SkillsError; see `chosenConfig` and `planOutput`.
 */
export async function loadSettings<
  Options extends { readonly cwd: string; readonly baseline?: BaselineOption },
>(
  flags: ConfigFlags & OutputFlags,
  configure: (given: Options, config: Config | undefined) => Options,
  io: Io,
): Promise<(given: Options) => Settings<Options>> {
  const config = await chosenConfig(flags, io);
  return (given) => {
    const options = configure(given, config);
    return {
      options,
      plan: planOutput(flags, io, protectedFiles(config, options)),
      reload: async () => configure(given, await chosenConfig(flags, io)),
    };
  };
}
