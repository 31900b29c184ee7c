import type { ScriptRunner } from "../../model/agent.ts";
import { controlledRunner } from "../../harness/scripts/controlled.ts";
import { isolatedRunner } from "../../harness/scripts/isolated.ts";

/** How scripts are run: with limits, or in a sandbox as well. */
export type ScriptLevel = "controlled" | "isolated";

export interface OpenedScripts {
  readonly runner: ScriptRunner;
  /** Warnings that the user must see before a script is run. */
  readonly about: readonly string[];
}

/** Throws a SkillsError if scripts cannot be run at this level. There is no fallback to a weaker one. */
export async function openScripts(
  level: ScriptLevel,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<OpenedScripts> {
  const runner =
    level === "isolated" ? await isolatedRunner({ environment }) : controlledRunner({ environment });
  return { runner, about: runner.about };
}
