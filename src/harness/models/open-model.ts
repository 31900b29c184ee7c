import type { Model, System } from "../../model/agent.ts";
import type { ScenarioStep } from "../../model/scenario.ts";
import { command, type CommandPlan } from "./command.ts";
import { lexical } from "./lexical.ts";
import { replay } from "./replay.ts";
import { scripted } from "./scripted.ts";

/** A kind of model with its settings; `transcript` is parsed JSON. */
export type ModelPlan =
  | ({ readonly kind: "command" } & CommandPlan)
  | { readonly kind: "lexical" }
  | { readonly kind: "replay"; readonly transcript: unknown }
  | { readonly kind: "scripted"; readonly steps: readonly ScenarioStep[] };

export const modelKinds = [
  "command",
  "lexical",
  "replay",
  "scripted",
] as const satisfies readonly ModelPlan["kind"][];

/**
 * A model for one session of one system; close it afterward. Throws a SkillsError ("bad-usage") for an
 * invalid plan.
 */
export function openModel(plan: ModelPlan, system: System): Model {
  switch (plan.kind) {
    case "command":
      return command(plan, system);
    case "lexical":
      return lexical(system.speak);
    case "replay":
      return replay(plan.transcript);
    case "scripted":
      return scripted(plan.steps, system.speak);
  }
}
