import type { Command } from "commander";
import type { TestOptions } from "../../api/test/test.ts";
import { type SystemId, systemIds } from "../../model/agent.ts";
import { defaultSystem, type Target, targets } from "../../model/target.ts";
import type { Io } from "../io.ts";
import { listOption } from "../program.ts";
import { chosenConfig } from "./config-option.ts";

export interface AgentFlags {
  readonly client?: readonly SystemId[];
  /** An older name of `client`. */
  readonly system?: readonly SystemId[];
  readonly target?: readonly Target[];
  readonly config?: string | false;
}

/** The options that select the agents to simulate. */
export function addAgentOptions(command: Command): Command {
  return command
    .addOption(
      listOption(
        "-c, --client <list>",
        `comma-separated agents to simulate, or all; see below (default: ${defaultSystem} and those in the config)`,
        systemIds,
        "all",
      ),
    )
    .addOption(listOption("-s, --system <list>", "the same as --client", systemIds, "all").hideHelp())
    .addOption(
      listOption(
        "-t, --target <list>",
        "targets as in skills check; simulate the agents among them",
        targets,
      ),
    )
    .option("--config <file>", "read the targets from this config instead of the one found")
    .option("--no-config", "ignore all configs");
}

/** What the user typed takes precedence over the config. */
export async function chosenAgents(
  { client, system, target, config: file }: AgentFlags,
  io: Io,
): Promise<Pick<TestOptions, "systems" | "targets" | "overrides">> {
  const named = [...(client ?? []), ...(system ?? [])];
  if (named.length > 0) return { systems: named };
  if (target) return { targets: target };
  const config = await chosenConfig(file === undefined ? {} : { config: file }, io);
  if (!config) return {};
  const entries = config.overrides.flatMap(({ paths, targets: of }) =>
    of ? [{ paths, targets: of.value }] : [],
  );
  return {
    ...(config.targets && { targets: config.targets.value }),
    ...(entries.length > 0 && { overrides: { directory: config.directory, entries } }),
  };
}

/** Other commands have an option of this name for fewer targets. */
export function withoutTarget<Flags extends AgentFlags>({
  target: _target,
  ...flags
}: Flags): Omit<Flags, "target"> {
  return flags;
}
