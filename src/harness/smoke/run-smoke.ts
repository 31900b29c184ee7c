import type { SmokeCheck } from "../../model/smoke.ts";
import type { TraceEvent } from "../../model/trace.ts";
import { again } from "./again.ts";
import { activate, activated } from "./activated.ts";
import { announced } from "./announced.ts";
import { body } from "./body.ts";
import type { PlacedResult } from "./check-result.ts";
import { escapes } from "./escapes.ts";
import { nested } from "./nested.ts";
import { reads } from "./reads.ts";
import { references } from "./references.ts";
import { openStage, type StagePlan } from "./stage.ts";

/** One check of one agent, and what happened while it was made. */
export interface SmokeResult extends PlacedResult {
  readonly check: SmokeCheck;
  readonly trace: readonly TraceEvent[];
}

/**
 * Plays one agent with one skill through everything that can be proved without a model. A check that has nothing to say of this skill
 * is left out, and so are those for which another's failure leaves no room.
 */
export async function runSmoke(plan: StagePlan): Promise<readonly SmokeResult[]> {
  const stage = await openStage(plan);
  const results: SmokeResult[] = [];
  const note = (check: SmokeCheck, result: PlacedResult | undefined, from: number): boolean => {
    if (result) results.push({ ...result, check, trace: stage.trace.slice(from) });
    return result?.outcome !== "fail";
  };
  if (!note("announced", announced(stage), 0)) return results;
  const before = stage.trace.length;
  const first = await activate(stage);
  if (first && note("activated", activated(stage, first), before)) {
    note("body", body(stage, first), before);
    for (const [check, make] of [
      ["references", references],
      ["again", again],
      ["escapes", escapes],
    ] as const) {
      const from = stage.trace.length;
      note(check, await make(stage, first), from);
    }
  }
  note("reads", reads(stage), 0);
  note("nested", nested(stage), 0);
  return results;
}
