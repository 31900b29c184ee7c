import { inOrder } from "../../core/in-order.ts";
import { onceForEach } from "../../core/once.ts";
import { systems } from "../../generated/systems.ts";
import { tryControls } from "../../harness/smoke/controls.ts";
import type { SystemId } from "../../model/agent.ts";

// Imported only dynamically: most runs simulate no agent.

/** Why the smoke tests of these agents are unreliable. */
export async function agentControls(ids: readonly SystemId[]): Promise<readonly string[]> {
  const asked = systems.filter(({ id }) => ids.includes(id));
  return (await inOrder(asked, 1, controlsOf)).flat();
}

/** The same in each run of a watch. */
const controlsOf = onceForEach(tryControls);
