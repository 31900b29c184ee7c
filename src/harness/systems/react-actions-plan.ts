import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { Constraints } from "./react-actions-config.ts";

export const stepStatuses = ["pending", "in_progress", "completed"] as const;
export type StepStatus = (typeof stepStatuses)[number];

export interface PlanStep {
  readonly id: string;
  readonly title: string;
  readonly status: StepStatus;
}

/** What the model means to do, in the words of the design. */
export interface Plan {
  readonly goal: string;
  readonly steps: readonly PlanStep[];
  readonly assumptions: readonly string[];
  readonly constraints: Constraints;
}

/** A change of the plan. In a patch what is absent stays as it is. */
export type PlanUpdate =
  | {
      readonly kind: "replace";
      readonly plan: Omit<Plan, "constraints"> & { readonly constraints: Partial<Constraints> };
    }
  | { readonly kind: "patch"; readonly patch: PlanPatch };

interface PlanPatch {
  readonly goal: string | undefined;
  /** Taken out before others come in. */
  readonly remove: readonly string[];
  /** Behind all others, unless `order` says where. */
  readonly add: readonly PlanStep[];
  /** All ids, in their new order. */
  readonly order: readonly string[] | undefined;
  readonly status: ReadonlyMap<string, StepStatus>;
  /** In place of those there were. */
  readonly assumptions: readonly string[] | undefined;
  readonly constraints: Partial<Constraints>;
}

/** The plan of an agent whose model gave none: the three steps that the design has for every task. */
export function makePlan(goal: string, constraints: Constraints): Plan {
  const titles = [
    "choose and load the skills for it",
    "follow them: run scripts, read resources",
    "check the result and give the answer",
  ];
  return {
    goal,
    steps: titles.map((title, index) => ({ id: `s${index + 1}`, title, status: "pending" })),
    assumptions: [],
    constraints,
  };
}

/** The plan after a change, or the sentence that says why it cannot be made. Constraints may become tighter than `most`, never wider. */
export function changePlan(
  plan: Plan,
  update: PlanUpdate,
  most: Constraints,
): Plan | { readonly objection: string } {
  const changed =
    update.kind === "replace"
      ? { ...update.plan, constraints: { ...most, ...update.plan.constraints } }
      : patchPlan(plan, update.patch);
  const objection =
    "objection" in changed
      ? changed.objection
      : (objectToSteps(changed.steps) ?? objectToConstraints(changed.constraints, most));
  return objection === undefined && !("objection" in changed) ? changed : { objection: objection ?? "" };
}

function patchPlan(
  plan: Plan,
  { goal, remove, add, order, status, assumptions, constraints }: PlanPatch,
): Plan | { readonly objection: string } {
  const named = [...remove, ...status.keys()].find(
    (id) => ![...plan.steps, ...add].some((step) => step.id === id),
  );
  if (named !== undefined) return { objection: `there is no step ${quote(named)}` };
  const kept = [...plan.steps.filter(({ id }) => !remove.includes(id)), ...add].map((step) => ({
    ...step,
    status: status.get(step.id) ?? step.status,
  }));
  const steps = order ? reorder(kept, order) : kept;
  if (!steps)
    return {
      objection: `"order" does not name each step once; they are ${series(kept.map(({ id }) => quote(id)))}`,
    };
  return {
    goal: goal ?? plan.goal,
    steps,
    assumptions: assumptions ?? plan.assumptions,
    constraints: { ...plan.constraints, ...constraints },
  };
}

function reorder(steps: readonly PlanStep[], order: readonly string[]): readonly PlanStep[] | undefined {
  const sorted = order.flatMap((id) => steps.filter((step) => step.id === id));
  return sorted.length === steps.length && new Set(order).size === steps.length ? sorted : undefined;
}

function objectToSteps(steps: readonly PlanStep[]): string | undefined {
  const double = steps.find(({ id }, index) => steps.findIndex((step) => step.id === id) !== index);
  return double && `two steps have the id ${quote(double.id)}`;
}

function objectToConstraints(constraints: Constraints, most: Constraints): string | undefined {
  for (const name of ["max_turns", "max_tool_calls", "max_script_runs"] as const) {
    if (constraints[name] > most[name])
      return `the constraint ${quote(name)} is ${constraints[name]}, and ${most[name]} is the most`;
  }
  return undefined;
}
