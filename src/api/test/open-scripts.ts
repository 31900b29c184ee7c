import type { ScriptRunner } from "../../model/agent.ts";
import { controlledRunner } from "../../harness/scripts/controlled.ts";
import { isolatedRunner } from "../../harness/scripts/isolated.ts";

/** How scripts are run: in earnest within limits, or in a sandbox too. */
export type ScriptLevel = "controlled" | "isolated";

export interface OpenedScripts {
  readonly runner: ScriptRunner;
  /** What the user must be told before anything is run. */
  readonly about: readonly string[];
}

/** Throws a SkillsError where scripts cannot be run so; nothing else is then done in its place. */
export async function openScripts(
  level: ScriptLevel,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<OpenedScripts> {
  const runner =
    level === "isolated" ? await isolatedRunner({ environment }) : controlledRunner({ environment });
  return { runner, about: runner.about };
}
