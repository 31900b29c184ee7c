import { systems as allSystems } from "../../generated/systems.ts";
import type { PathOverrides } from "../../lint/rule-settings.ts";
import type { System } from "../../harness/system.ts";
import type { SystemId } from "../../model/agent.ts";
import type { Target } from "../../model/target.ts";
import type { SkillSource } from "../../model/source.ts";
import { targetsBy } from "../settings/path-overrides.ts";

export interface SystemChoice {
  /** Exactly these agents are simulated, also for a scenario that lists its systems. */
  readonly systems?: readonly SystemId[];
  /** Agents among these targets are simulated besides the client guide's. */
  readonly targets?: readonly Target[];
  /** Other targets for some paths. */
  readonly overrides?: PathOverrides;
}

/** The agents to simulate. */
export interface ChosenSystems {
  /** For what belongs to no skill. */
  readonly systems: readonly System[];
  /** Those that a scenario may list. */
  readonly known: readonly System[];
  of(skill: Pick<SkillSource, "directory">): readonly System[];
}

/** By default, the agent that follows the client guide: the others matter only to those who use them. */
export function chooseSystems({ systems, targets = [], overrides }: SystemChoice): ChosenSystems {
  if (systems) {
    const chosen = allSystems.filter(({ id }) => systems.includes(id));
    return { systems: chosen, known: chosen, of: () => chosen };
  }
  const among = (named: readonly Target[]): readonly System[] =>
    allSystems.filter(({ id, byDefault }) => byDefault || named.includes(id));
  const targetsOf = targetsBy(targets, overrides);
  return { systems: among(targets), known: allSystems, of: (skill) => among(targetsOf(skill)) };
}
